import { Navigate, Route, Routes } from 'react-router'
import { lazyScreen } from '../lib/lazy-screen.tsx'
import { patterns, paths } from '../lib/paths.ts'
import { useSession } from '../lib/session/session.ts'
import { RequireSession } from './require-session.tsx'
import { Shell } from './shell/shell.tsx'

const Login = lazyScreen(
  'login',
  () => import('./routes/login.tsx'),
  (m) => m.LoginPage,
)
const RestorePass = lazyScreen(
  'restore-pass',
  () => import('./routes/restore-pass.tsx'),
  (m) => m.RestorePassPage,
)
const Plans = lazyScreen(
  'plans',
  () => import('./routes/plans.tsx'),
  (m) => m.PlansPage,
)
const SetPin = lazyScreen(
  'pin',
  () => import('./routes/set-pin.tsx'),
  (m) => m.SetPinPage,
)
const Dashboard = lazyScreen(
  'dashboard',
  () => import('./routes/dashboard.tsx'),
  (m) => m.DashboardPage,
)
const Courses = lazyScreen(
  'courses',
  () => import('./routes/courses.tsx'),
  (m) => m.CoursesPage,
)
const RecommendedCourses = lazyScreen(
  'recommended-courses',
  () => import('./routes/recommended-courses.tsx'),
  (m) => m.RecommendedCoursesPage,
)
const Course = lazyScreen(
  'course',
  () => import('./routes/course.tsx'),
  (m) => m.CoursePage,
)
const LessonStart = lazyScreen(
  'lesson-start',
  () => import('./routes/lesson-start.tsx'),
  (m) => m.LessonStartPage,
)
const LessonLearn = lazyScreen(
  'lesson-learn',
  () => import('./routes/lesson-learn.tsx'),
  (m) => m.LessonLearnPage,
)
const Profile = lazyScreen(
  'profile',
  () => import('./routes/profile.tsx'),
  (m) => m.ProfilePage,
)
const Boost = lazyScreen(
  'boost',
  () => import('./routes/boost.tsx'),
  (m) => m.BoostPage,
)
const NotFound = lazyScreen(
  'not-found',
  () => import('./routes/not-found.tsx'),
  (m) => m.NotFoundPage,
)

const Home = () => {
  const isAuthenticated = useSession((state) => state.isAuthenticated)
  return <Navigate to={isAuthenticated ? paths.profile : paths.login} replace />
}

/** Every route of the app. What stands under RequireSession is for signed-in learners with a PIN. */
export const AppRoutes = () => (
  <Routes>
    <Route path={patterns.home} element={<Home />} />
    <Route element={<Shell />}>
      <Route path={patterns.login} element={<Login />} />
      <Route path={patterns.restorePass} element={<RestorePass />} />
      <Route path={patterns.plans} element={<Plans />} />
      <Route element={<RequireSession />}>
        <Route path={patterns.pin} element={<SetPin />} />
        <Route path={patterns.dashboard} element={<Dashboard />} />
        <Route path={patterns.courses} element={<Courses />} />
        <Route path={patterns.recommendedCourses} element={<RecommendedCourses />} />
        <Route path={patterns.course} element={<Course />} />
        <Route path={patterns.lessonStart} element={<LessonStart />} />
        <Route path={patterns.lessonLearn} element={<LessonLearn />} />
        <Route path={patterns.profile} element={<Profile />} />
        <Route path={patterns.boost} element={<Boost />} />
      </Route>
      <Route path="*" element={<NotFound />} />
    </Route>
  </Routes>
)
