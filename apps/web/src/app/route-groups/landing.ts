export { WelcomePage } from '../routes/welcome.tsx'
