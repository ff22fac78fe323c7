import type { User } from '@kitewise/contract/entities'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { render } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { type ReactNode, useLayoutEffect } from 'react'
import { useHistory } from '../lib/router.tsx'
import { type InitialEntry, MemoryRouter } from './memory-router.tsx'
import { IntlProvider } from 'use-intl'
import { Toaster } from '../components/toaster.tsx'
import { LearnerContext } from '../lib/session/session.ts'
import { messages } from './english.ts'

export const learner: User = {
  id: 'u1',
  email: 'ana@example.com',
  username: 'Ana',
  firstName: 'Ana',
  isPinSetUp: true,
  lang: 'en',
}

/** A session's token: a JWT, whose subject is the user. */
export const tokenOf = (userId: string): string => `header.${btoa(JSON.stringify({ sub: userId }))}.of-${userId}`

/**
 * Renders an element at an address, or at the last one of a history, with texts, data, toasts and a signed-in learner,
 * as in the app. `locale` is the reader's language, as BCP 47; the texts stay English. `address()` returns the router's
 * location, `user` types and clicks. `as` is null on a screen that isn't behind the session guard.
 */
export function renderPage(
  page: ReactNode,
  at: string | InitialEntry[] = '/',
  locale = 'en',
  { as = learner }: { as?: User | null } = {},
) {
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } })
  let address = ''
  const Address = () => {
    const { pathname, search } = useHistory().location
    useLayoutEffect(() => {
      address = `${pathname}${search}`
    }, [pathname, search])
    return null
  }
  const view = render(
    <QueryClientProvider client={client}>
      <IntlProvider locale={locale} messages={messages} timeZone="UTC">
        <MemoryRouter initialEntries={typeof at === 'string' ? [at] : at}>
          <LearnerContext value={as}>{page}</LearnerContext>
          <Address />
        </MemoryRouter>
        <Toaster />
      </IntlProvider>
    </QueryClientProvider>,
  )
  return { ...view, client, user: userEvent.setup(), address: () => address }
}
