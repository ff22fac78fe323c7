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

/** Every route of the app. What stands under RequireSession is for signed-in learners. */
export const AppRoutes = () => (
  <Routes>
    <Route path={patterns.home} element={<Home />} />
    <Route element={<Shell />}>
      {publicScreens.map(({ path, Screen }) => (
        <Route key={path} path={path} element={<Screen />} />
      ))}
      <Route element={<RequireSession />}>
        {learnerScreens.map(({ path, Screen }) => (
          <Route key={path} path={path} element={<Screen />} />
        ))}
      </Route>
      <Route path="*" element={<NotFound />} />
    </Route>
  </Routes>
)
