import { type PropsWithChildren, type ReactNode, useEffect, useSyncExternalStore } from 'react'
import { Toaster } from '../components/toaster.tsx'
import { navigator, shownLocation } from '../lib/app-history.ts'
import { TextsProvider } from '../lib/i18n/texts.tsx'
import { Router } from '../lib/router.tsx'
import { RootErrorBoundary } from './root-error.tsx'
import { AppRoutes } from './router.tsx'

/**
 * The whole app. The outermost boundary works without texts, router and data.
 * @param onReady called when it responds: its texts are there, and it shows a screen or what stands in for one
 */
export function App({ onReady }: { onReady?: () => void }) {
  return (
    <RootErrorBoundary>
      <AppRouter>
        <Providers>
          <Ready onReady={onReady}>
            <AppRoutes />
          </Ready>
        </Providers>
      </AppRouter>
    </RootErrorBoundary>
  )
}

const Ready = ({ onReady, children }: PropsWithChildren<{ onReady: (() => void) | undefined }>) => {
  useEffect(() => onReady?.(), [onReady])
  return <>{children}</>
}

/** Navigation is not a React transition: a slow screen shows its skeleton at once. */
const AppRouter = ({ children }: { children: ReactNode }) => {
  const { location, action } = useSyncExternalStore(shownLocation.subscribe, shownLocation.read, shownLocation.read)
  return (
    <Router location={location} action={action} navigator={navigator}>
      {children}
    </Router>
  )
}

/** What every screen may use. A learner's data belong to the session, see signed-in.tsx. */
const Providers = ({ children }: { children: ReactNode }) => (
  <TextsProvider>
    {children}
    <Toaster />
  </TextsProvider>
)
