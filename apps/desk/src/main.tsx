import './lib/before-start.ts'
import '@kitewise/web/styles/fonts.css'
import '@kitewise/web/styles/tokens.css'
import '@kitewise/web/styles/reset.css'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { StrictMode, Suspense } from 'react'
import { createRoot } from 'react-dom/client'
import { Route, Router, Switch, useLocation } from 'wouter'
import { useSearch } from 'wouter/use-browser-location'
import { Loading } from './components/page.tsx'
import { RefusedError } from './lib/call.ts'
import { sections } from './sections/sections.ts'
import { AccountPage } from './shell/account-page.tsx'
import { EnrolPage } from './shell/enrol-page.tsx'
import { OidcPage } from './shell/oidc-page.tsx'
import { HomePage, NotFoundPage, PageFailure, SectionPage } from './shell/other-pages.tsx'
import { Shell } from './shell/shell.tsx'

/** Reading is logged, so nothing is read again without a reason. */
const queries = new QueryClient({
  defaultOptions: {
    queries: {
      refetchOnWindowFocus: false,
      refetchOnReconnect: false,
      staleTime: 30_000,
      retry: (count, error) => count < 2 && error instanceof RefusedError && error.code === 'network',
    },
  },
})

/** wouter decodes a query before `URLSearchParams` does, so a plus in an address would become a space. */
const useQueryText = (): string => useSearch().replaceAll('%', '%25')

function Screens() {
  const [path] = useLocation()
  return (
    <Shell>
      {/* A failure ends with its page. */}
      <PageFailure key={path}>
        <Suspense fallback={<Loading />}>
          <Switch>
            <Route path="/" component={HomePage} />
            <Route path="/account" component={AccountPage} />
            {sections.map((section) => (
              <Route key={section.path} path={`/${section.path}`}>
                <SectionPage {...section} />
              </Route>
            ))}
            <Route component={NotFoundPage} />
          </Switch>
        </Suspense>
      </PageFailure>
    </Shell>
  )
}

const start = (): void => {
  const root = document.getElementById('root')
  if (!root) throw new Error('the page has no #root')
  createRoot(root).render(
    <StrictMode>
      <QueryClientProvider client={queries}>
        <Router base="/desk" searchHook={useQueryText}>
          <Switch>
            <Route path="/enrol" component={EnrolPage} />
            <Route path="/oidc" component={OidcPage} />
            <Route component={Screens} />
          </Switch>
        </Router>
      </QueryClientProvider>
    </StrictMode>,
  )
}

// Otherwise first-load/check-browser.ts of the web app shows what an old browser needs.
if (document.documentElement.dataset.loadFailed === undefined) start()
