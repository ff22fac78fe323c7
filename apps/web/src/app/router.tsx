import type { ComponentType } from 'react'
import { Navigate, Route, Routes } from 'react-router'
import { patterns, paths } from '../lib/paths.ts'
import { useSession } from '../lib/session/session.ts'
import { RequireSession } from './require-session.tsx'
import { learnerScreens, NotFound, publicScreens } from './screens.ts'
import { Shell } from './shell/shell.tsx'

const Home = () => {
  const isAuthenticated = useSession((state) => state.isAuthenticated)
  return <Navigate to={isAuthenticated ? paths.profile : paths.login} replace />
}

const routesOf = (screens: { path: string; Screen: ComponentType }[]) =>
  screens.map(({ path, Screen }) => <Route key={path} path={path} element={<Screen />} />)

const isLanguage = ({ path }: { path: string }): boolean => path === patterns.language

/** Every route of the app. Those under RequireSession are for signed-in learners; the language is too, as long as one is signed in. */
export const AppRoutes = () => {
  const isAuthenticated = useSession((state) => state.isAuthenticated)
  return (
    <Routes>
      <Route path={patterns.home} element={<Home />} />
      <Route element={<Shell />}>
        {routesOf(publicScreens.filter((screen) => !isAuthenticated || !isLanguage(screen)))}
        <Route element={<RequireSession />}>
          {routesOf(learnerScreens)}
          {isAuthenticated && routesOf(publicScreens.filter(isLanguage))}
        </Route>
        <Route path="*" element={<NotFound />} />
      </Route>
    </Routes>
  )
}
