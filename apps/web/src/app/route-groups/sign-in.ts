export { LoginPage } from '../routes/login.tsx'
export { NotFoundPage } from '../routes/not-found.tsx'
