import { BrowserRouter } from 'react-router'
import { Providers } from './providers.tsx'
import { AppRoutes } from './router.tsx'
import { RootErrorBoundary } from './root-error-boundary.tsx'

/** The whole app. The outermost boundary works without texts, router and data. */
export const App = () => (
  <RootErrorBoundary>
    <BrowserRouter>
      <Providers>
        <AppRoutes />
      </Providers>
    </BrowserRouter>
  </RootErrorBoundary>
)
