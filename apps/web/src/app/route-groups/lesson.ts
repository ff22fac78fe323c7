export { BoostPage } from '../routes/boost.tsx'
export { LessonLearnPage } from '../routes/lesson-learn.tsx'
export { LessonStartPage } from '../routes/lesson-start.tsx'
export { TakeCertificatePage } from '../routes/take-certificate.tsx'
