import { type ComponentType, Suspense, useEffect } from 'react'
import { matchPath, Navigate, Route, Routes, useLocation } from 'react-router'
import { paths, patterns } from '../lib/paths.ts'
import { inAdvance, whenIdle } from '../lib/service-worker.ts'
import { useSession } from '../lib/session/session.ts'
import { leftScreen, wantedScreen } from '../lib/session/wanted-screen.ts'
import {
  learnerScreens,
  NotFound,
  preloadScreens,
  PublicReads,
  publicReadScreens,
  publicScreens,
  SignedIn,
} from './screens.ts'
import { ScreenSkeleton } from './shell/screen.tsx'
import { Shell } from './shell/shell.tsx'

const Home = () => {
  const isAuthenticated = useSession((state) => state.isAuthenticated)
  return <Navigate to={isAuthenticated ? paths.profile : paths.login} replace />
}

/** In a shared boundary, React keeps the old screen with its open dialogs until the next one has loaded. */
const routesOf = (screens: { path: string; Screen: ComponentType }[]) =>
  screens.map(({ path, Screen }) => {
    const element = (
      <Suspense key={path} fallback={<ScreenSkeleton />}>
        <Screen />
      </Suspense>
    )
    return <Route key={path} path={path} element={element} />
  })

const isLanguage = ({ path }: { path: string }): boolean => path === patterns.language

/** Screens under RequireSession are for learners; so is the language screen while a learner is signed in. */
export function AppRoutes() {
  const isAuthenticated = useSession((state) => state.isAuthenticated)
  return (
    <Routes>
      <Route path={patterns.home} element={<Home />} />
      <Route element={<Shell />}>
        {routesOf(publicScreens)}
        <Route element={<ReadsBoundary />}>
          {routesOf(publicReadScreens.filter((screen) => !isAuthenticated || !isLanguage(screen)))}
        </Route>
        <Route element={<RequireSession />}>
          {routesOf(learnerScreens)}
          {isAuthenticated && routesOf(publicReadScreens.filter(isLanguage))}
        </Route>
        <Route path="*" element={<NotFound />} />
      </Route>
    </Routes>
  )
}

const ReadsBoundary = () => (
  <Suspense fallback={<ScreenSkeleton />}>
    <PublicReads />
  </Suspense>
)

/** A learner's next screen is likely a lesson: its scripts are ready when it opens. */
const usePreparedLesson = (isAuthenticated: boolean): void => {
  const { pathname } = useLocation()
  const isClose = matchPath(patterns.course, pathname) !== null || matchPath(patterns.lessonStart, pathname) !== null
  useEffect(() => {
    if (!isAuthenticated) return undefined
    const prepare = async (): Promise<void> => {
      await preloadScreens(paths.lessonStart('any', 'any'))
      await preloadScreens(paths.lessonLearn('any', 'any'))
    }
    if (isClose) return whenIdle(() => void prepare())
    return inAdvance(() => void prepare())
  }, [isAuthenticated, isClose])
}

/** Lets signed-in learners through and sends everyone else to /login. A new session remounts everything behind it. */
const RequireSession = () => {
  const { isAuthenticated, number } = useSession()
  usePreparedLesson(isAuthenticated)
  return isAuthenticated ? <SignedIn key={number} /> : <ToLogin />
}

const ToLogin = () => {
  const { pathname, search } = useLocation()
  useEffect(() => {
    wantedScreen.remember(pathname)
    leftScreen.remember(pathname, search)
  }, [pathname, search])
  return <Navigate to={paths.login} replace />
}
