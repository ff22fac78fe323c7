import { useSyncExternalStore, type ReactNode } from 'react'
import { Router } from 'react-router'
import { navigator, shownLocation } from '../lib/app-history.ts'
import { Providers } from './providers.tsx'
import { AppRoutes } from './router.tsx'
import { RootErrorBoundary } from './root-error-boundary.tsx'

/** The whole app. The outermost boundary works without texts, router and data. */
export const App = () => (
  <RootErrorBoundary>
    <AppRouter>
      <Providers>
        <AppRoutes />
      </Providers>
    </AppRouter>
  </RootErrorBoundary>
)

/** The router over the app's own history. Navigation is no React transition: a slow screen shows its skeleton at once. */
const AppRouter = ({ children }: { children: ReactNode }) => {
  const { location, action } = useSyncExternalStore(shownLocation.subscribe, shownLocation.read)
  return (
    <Router location={location} navigationType={action} navigator={navigator} useTransitions={false}>
      {children}
    </Router>
  )
}
