import { type ComponentType, type PropsWithChildren, Suspense, useEffect, useState } from 'react'
import { Redirect, Route, Switch, useLocation } from 'wouter'
import { paths, patterns } from '../lib/paths.ts'
import { anyOf, matchPath, useHistory } from '../lib/router.tsx'
import { inAdvance, whenIdle } from '../lib/service-worker.ts'
import { useSession } from '../lib/session/session.ts'
import { leftScreen, wantedScreen } from '../lib/session/wanted-screen.ts'
import { NotFound, preloadScreens, PublicReads, screensFor, SignedIn } from './screens.ts'
import { ScreenSkeleton } from './shell/screen.tsx'
import { Shell } from './shell/shell.tsx'

const Home = () => {
  const isAuthenticated = useSession((state) => state.isAuthenticated)
  return <Redirect to={isAuthenticated ? paths.profile : paths.login} replace />
}

type Shown = { path: string; Screen: ComponentType }

/** In a shared boundary, React keeps the old screen with its open dialogs until the next one has loaded. */
const routesOf = (screens: readonly Shown[]) =>
  screens.map(({ path, Screen }) => (
    <Route key={path} path={path}>
      <Suspense fallback={<ScreenSkeleton />}>
        <Screen />
      </Suspense>
    </Route>
  ))

const anyScreen = (screens: readonly Shown[]): RegExp => anyOf(screens.map(({ path }) => path))

/** Screens under RequireSession are for learners. */
export function AppRoutes() {
  const isAuthenticated = useSession((state) => state.isAuthenticated)
  const { open, reads, learners } = screensFor(isAuthenticated)
  return (
    <Switch>
      <Route path={patterns.home} component={Home} />
      <Route>
        <Route path={patterns.quiz} component={PreparedPlan} />
        <Shell>
          <Switch>
            {routesOf(open)}
            <Route path={anyScreen(reads)}>
              <ReadsBoundary>
                <Switch>{routesOf(reads)}</Switch>
              </ReadsBoundary>
            </Route>
            <Route path={anyScreen(learners)}>
              <RequireSession>
                <Switch>{routesOf(learners)}</Switch>
              </RequireSession>
            </Route>
            <Route>
              <NotFound />
            </Route>
          </Switch>
        </Shell>
      </Route>
    </Switch>
  )
}

const ReadsBoundary = ({ children }: PropsWithChildren) => (
  <Suspense fallback={<ScreenSkeleton />}>
    <PublicReads>{children}</PublicReads>
  </Suspense>
)

/** After the quiz come its plan and the registration: their script is ready by then. */
const PreparedPlan = () => {
  useEffect(() => whenIdle(() => void preloadScreens(paths.onboardingResult)), [])
  return null
}

/** A learner's next screen is likely a lesson: its scripts are ready when it opens. */
const usePreparedLesson = (isAuthenticated: boolean): void => {
  const [pathname] = useLocation()
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
const RequireSession = ({ children }: PropsWithChildren) => {
  const { isAuthenticated, number, endReason } = useSession()
  const [wasSignedIn] = useState(isAuthenticated)
  usePreparedLesson(isAuthenticated)
  if (isAuthenticated) return <SignedIn key={number}>{children}</SignedIn>
  return <ToLogin hasLeft={wasSignedIn && endReason === null} />
}

/** @param hasLeft the learner signed out or deleted the account: nobody waits to come back to this screen */
const ToLogin = ({ hasLeft }: { hasLeft: boolean }) => {
  const { pathname, search } = useHistory().location
  useEffect(() => {
    if (hasLeft) return
    wantedScreen.remember(pathname)
    leftScreen.remember(pathname, search)
  }, [hasLeft, pathname, search])
  return <Redirect to={paths.login} replace />
}
