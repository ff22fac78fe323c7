export { WelcomeCoursePage } from '../routes/welcome-course.tsx'
