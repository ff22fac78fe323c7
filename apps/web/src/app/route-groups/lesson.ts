export { BoostPage } from '../routes/boost.tsx'
export { DraftPreviewPage } from '../routes/draft-preview.tsx'
export { LessonLearnPage } from '../routes/lesson-learn.tsx'
export { LessonStartPage } from '../routes/lesson-start.tsx'
