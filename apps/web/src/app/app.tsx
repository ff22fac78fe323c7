import { BrowserRouter } from 'react-router'
import { Providers } from './providers.tsx'
import { AppRoutes } from './router.tsx'
import { RootErrorBoundary } from './root-error-boundary.tsx'

/**
 * The whole app. Navigation is no React transition: a slow screen shows its skeleton instead of a page that seems dead.
 * The outermost boundary works without texts, router and data.
 */
export const App = () => (
  <RootErrorBoundary>
    <BrowserRouter useTransitions={false}>
      <Providers>
        <AppRoutes />
      </Providers>
    </BrowserRouter>
  </RootErrorBoundary>
)
