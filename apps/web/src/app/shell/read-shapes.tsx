import {
  BoostShape,
  CardsShape,
  ChoicesShape,
  CourseListShape,
  CoursesShape,
  FormShape,
  LessonShape,
  MonthShape,
  PathShape,
  ProfileShape,
  SubscriptionShape,
  TodayShape,
} from '../../components/learner-shapes.tsx'
import { patterns } from '../../lib/paths.ts'
import type { ScreenShape } from './screen.tsx'

/** Of the screens with server data. */
export const readShapes: readonly ScreenShape[] = [
  { pattern: patterns.dashboard, shape: <TodayShape /> },
  { pattern: patterns.courses, shape: <CoursesShape /> },
  { pattern: patterns.recommendedCourses, shape: <CourseListShape /> },
  { pattern: patterns.forWork, shape: <FormShape /> },
  { pattern: patterns.course, shape: <PathShape />, width: 'roomy' },
  { pattern: patterns.lessonStart, shape: <LessonShape />, width: 'measure' },
  { pattern: patterns.lessonLearn, shape: <LessonShape />, width: 'measure' },
  { pattern: patterns.profile, shape: <ProfileShape /> },
  { pattern: patterns.subscription, shape: <SubscriptionShape /> },
  { pattern: patterns.reminders, shape: <FormShape /> },
  { pattern: patterns.feedback, shape: <FormShape /> },
  { pattern: patterns.support, shape: <FormShape /> },
  { pattern: patterns.changeEmail, shape: <FormShape /> },
  { pattern: patterns.withdrawal, shape: <FormShape /> },
  { pattern: patterns.language, shape: <ChoicesShape /> },
  { pattern: patterns.deleteAccount, shape: <CardsShape /> },
  { pattern: patterns.portfolio, shape: <FormShape /> },
  { pattern: patterns.boost, shape: <BoostShape /> },
  { pattern: patterns.monthPlan, shape: <MonthShape /> },
]
