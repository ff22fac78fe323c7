import './lib/before-start.ts'
import '@kitewise/web/styles/fonts.css'
import '@kitewise/web/styles/tokens.css'
import '@kitewise/web/styles/reset.css'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { createBrowserRouter, RouterProvider } from 'react-router'
import { RefusedError } from './lib/call.ts'
import { sections } from './sections/sections.ts'
import { AccountPage } from './shell/account-page.tsx'
import { EnrolPage } from './shell/enrol-page.tsx'
import { HomePage, NotFoundPage, RouteFailure } from './shell/other-pages.tsx'
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

const router = createBrowserRouter(
  [
    { path: '/enrol', Component: EnrolPage },
    {
      path: '/',
      Component: Shell,
      ErrorBoundary: RouteFailure,
      HydrateFallback: () => null,
      children: [
        { index: true, Component: HomePage },
        { path: 'account', Component: AccountPage },
        ...sections.map(({ path, load }) => ({ path, lazy: load, ErrorBoundary: RouteFailure })),
        { path: '*', Component: NotFoundPage },
      ],
    },
  ],
  { basename: '/desk' },
)

const root = document.getElementById('root')
if (!root) throw new Error('the page has no #root')
createRoot(root).render(
  <StrictMode>
    <QueryClientProvider client={queries}>
      <RouterProvider router={router} />
    </QueryClientProvider>
  </StrictMode>,
)
