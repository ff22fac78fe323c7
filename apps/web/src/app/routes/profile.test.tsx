import { cleanup, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, it } from 'vitest'
import { session } from '../../lib/session/session.ts'
import { answer, api, at, http, refusal } from '../../test-support/api.ts'
import { givenCertificates, makeCertificate } from '../../test-support/make-certificate.ts'
import { givenReminders } from '../../test-support/make-reminders.ts'
import { givenStreak } from '../../test-support/make-streak.ts'
import { learner, renderPage } from '../../test-support/render-page.tsx'
import { ProfilePage } from './profile.tsx'

beforeEach(() => {
  api.use(http.get(at('/api/product-user/marketing-consent'), () => answer({ marketingConsent: false, text: 'Mail' })))
  api.use(http.get(at('/api/product-user/support-view'), () => answer({ view: null })))
  api.use(http.get(at('/api/product-user/passkeys'), () => answer([])))
  api.use(http.get(at('/api/product-user/organization-links'), () => answer([])))
  givenReminders({ isOpen: true, byMail: false, hour: 19 })
  givenStreak()
  givenCertificates()
})

const openSettings = async () => {
  const view = renderPage(<ProfilePage />, '/profile')
  await view.user.click(screen.getByRole('button', { name: 'Settings' }))
  return { view, drawer: within(screen.getByRole('dialog', { name: 'Settings' })) }
}

describe('the profile', () => {
  it('has the switch for our emails', async () => {
    renderPage(<ProfilePage />, '/profile')
    expect(await screen.findByRole('switch', { name: 'Mail' })).toHaveProperty('checked', false)
  })

  it('shows the learner, the way to help, and that there are no certificates', async () => {
    renderPage(<ProfilePage />, '/profile')
    expect(await screen.findByText('You don’t have any certificates yet.')).toBeTruthy()
    expect(screen.getByText('ana@example.com')).toBeTruthy()
    expect(screen.getByRole('link', { name: /Help and support/ }).getAttribute('href')).toBe('/support')
    expect(screen.getByRole('heading', { name: 'Certificates' })).toBeTruthy()
  })

  it('says that our emails come back, with the way to another address', async () => {
    renderPage(<ProfilePage />, '/profile')
    await screen.findByRole('switch', { name: 'Mail' })
    expect(screen.queryByText('Our emails to you come back')).toBe(null)
    cleanup()
    renderPage(<ProfilePage />, '/profile', 'en', { as: { ...learner, emailComesBack: true } })
    const link = await screen.findByRole('link', { name: /^Our emails to you come back/ })
    expect(link.getAttribute('href')).toBe('/change-email')
  })

  it('asks for the learner’s own PIN before it shows what is theirs alone, if an organization signed them in', async () => {
    const pins: unknown[] = []
    api.use(
      http.post(at('/api/product-user/reauthenticate'), async ({ request }) => {
        pins.push(await request.json())
        return answer({ reauthenticated: true })
      }),
    )
    const signedInThrough = { organizationId: 'o1', name: 'Example Ltd', ownProof: 'needed' as const }
    const view = renderPage(<ProfilePage />, '/profile', 'en', { as: { ...learner, signedInThrough } })
    await view.user.click(await screen.findByRole('button', { name: 'Confirm that it’s you' }))
    expect(screen.queryByRole('textbox', { name: 'Name' })).toBe(null)
    expect(screen.queryByRole('switch', { name: 'Mail' })).toBe(null)
    const sheet = within(await screen.findByRole('dialog', { name: 'Enter your PIN again' }))
    expect(sheet.getByText(/You’re signed in through Example Ltd/)).toBeTruthy()
    await view.user.keyboard('4826')
    await waitFor(() => expect(pins).toEqual([{ pin: '4826' }]))
    cleanup()
    const proven = { ...signedInThrough, ownProof: 'given' as const }
    renderPage(<ProfilePage />, '/profile', 'en', { as: { ...learner, signedInThrough: proven } })
    expect(await screen.findByRole('switch', { name: 'Mail' })).toBeTruthy()
  })

  it('lists the organizations whose sign-in opens the account, and unlinks one', async () => {
    const links = [{ organizationId: 'o1', name: 'Example Ltd', linkedAt: '', lastUsedAt: '' }]
    api.use(
      http.get(at('/api/product-user/organization-links'), () => answer(links)),
      http.delete(at('/api/product-user/organization-links/o1'), () => {
        links.pop()
        return answer({ done: true })
      }),
    )
    const view = renderPage(<ProfilePage />, '/profile')
    await view.user.click(await screen.findByRole('button', { name: 'Unlink Example Ltd' }))
    await waitFor(() => expect(screen.queryByText('Sign-in through organizations')).toBe(null))
    expect(screen.getByText('Example Ltd no longer opens your account.')).toBeTruthy()
  })

  it('shows no streak when it is unknown', async () => {
    api.use(http.get(at('/api/product-user/streak'), () => refusal(500, 'internal_error')))
    renderPage(<ProfilePage />, '/profile')
    await screen.findByRole('switch', { name: 'Mail' })
    expect(screen.queryByText('Current streak')).toBe(null)
  })

  it('shows current and longest streak', async () => {
    givenStreak({ current: 1, longest: 12 })
    renderPage(<ProfilePage />, '/profile')
    expect((await screen.findByText('Current streak')).closest('dt')?.nextSibling?.textContent).toBe('1 day')
    expect(screen.getByText('Longest streak').closest('dt')?.nextSibling?.textContent).toBe('12 days')
  })

  it('lists certificates with links to their pages', async () => {
    givenCertificates(makeCertificate())
    renderPage(<ProfilePage />, '/profile')
    const link = await screen.findByRole('link', { name: /AI from Zero/ })
    expect([link.textContent, link.getAttribute('href')]).toEqual([
      'AI from ZeroAna Silva, 05/12/2040',
      '/certificates/c1',
    ])
  })
})

describe('the settings drawer', () => {
  it('has its entries in the specified order, then Log out', async () => {
    const { drawer } = await openSettings()
    expect(drawer.getAllByRole('link').map((link) => [link.textContent, link.getAttribute('href')])).toEqual([
      ['Subscription', '/subscription'],
      ['Change email', '/change-email'],
      ['Leave feedback', '/feedback'],
      ['App language', '/language'],
      ['Delete my account', '/delete-account'],
      ['Terms', '/terms'],
      ['Privacy', '/privacy'],
      ['Subscription terms', '/subscription-terms'],
    ])
    const [last] = drawer.getAllByRole('button').slice(-1)
    expect(last?.textContent).toBe('Log out')
  })

  it('opens a link, closes, and signs out', async () => {
    const { view, drawer } = await openSettings()
    await view.user.click(drawer.getByRole('button', { name: 'Close' }))
    expect(screen.queryByRole('dialog')).toBe(null)
    api.use(http.post(at('/api/product-user/logout'), () => answer({ loggedOut: true })))
    session.setToken('a-token')
    await view.user.click(screen.getByRole('button', { name: 'Settings' }))
    await view.user.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Log out' }))
    expect(localStorage.getItem('jwt_token')).toBe(null)
  })

  it('opens a chosen screen', async () => {
    const { view, drawer } = await openSettings()
    await view.user.click(drawer.getByRole('link', { name: 'Subscription' }))
    expect(view.address()).toBe('/subscription')
  })
})
