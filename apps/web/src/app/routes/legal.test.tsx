import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, it } from 'vitest'
import { session } from '../../lib/session/session.ts'
import { renderPage } from '../../test-support/render-page.tsx'
import { AppRoutes } from '../router.tsx'

const open = (address: string) => renderPage(<AppRoutes />, address)

const documents = [
  ['/terms', 'Terms', 'April 2, 2025', '3. Who may use it'],
  ['/privacy', 'Privacy', 'November 28, 2026', '6. Who else sees data'],
  ['/subscription-terms', 'Subscription terms', 'June 2, 2025', '8. Refunds'],
] as const

describe.each(documents)('%s', (address, title, date, heading) => {
  it('is complete and dated, and names company and support', async () => {
    const { container } = open(address)
    expect(await screen.findByRole('heading', { level: 2, name: heading })).toBeTruthy()
    expect(screen.getByText(`Last updated ${date}`)).toBeTruthy()
    expect(document.title).toBe(`${title} · Kitewise`)
    expect(container.textContent).toContain('Kitewise Learning Ltd')
    expect(container.textContent).toContain('support@kitewise.example')
    expect(container.textContent).not.toMatch(/\{\{|\}\}/)
    expect((container.querySelector('article')?.textContent ?? '').split(/\s+/).length).toBeGreaterThan(1200)
  })

  it('leads visitors to the quiz and to sign-in, and has the menu', async () => {
    const { user } = open(address)
    const ways = within(await screen.findByRole('navigation', { name: 'Where to go from here' }))
    expect(ways.getByRole('link', { name: 'Take the 1-minute quiz' }).getAttribute('href')).toBe('/quiz/f1/1/v1')
    expect(ways.getByRole('link', { name: 'Sign in' }).getAttribute('href')).toBe('/login')
    expect(screen.getByRole('link', { name: 'Language: English' }).getAttribute('href')).toBe('/language')
    expect(screen.getByRole('heading', { level: 1, name: title })).toBeTruthy()
    await user.click(screen.getByRole('button', { name: 'Open the menu' }))
    const other = title === 'Terms' ? 'Privacy' : 'Terms'
    const menu = within(await screen.findByRole('dialog', { name: 'Menu' }))
    await user.click(menu.getByRole('link', { name: other }))
    expect(await screen.findByRole('heading', { level: 1, name: other })).toBeTruthy()
    expect(screen.queryByRole('dialog')).toBe(null)
  })

  it('shows learners the titled header and the bottom bar, without a way to sign in', async () => {
    session.setToken('a-token')
    open(address)
    await screen.findByRole('heading', { level: 2, name: heading })
    const header = within(screen.getByRole('banner'))
    expect(header.getByRole('heading', { level: 1, name: title })).toBeTruthy()
    expect(await screen.findByRole('navigation', { name: 'Main' })).toBeTruthy()
    expect(screen.queryByRole('link', { name: 'Sign in' })).toBe(null)
    expect(screen.queryByRole('link', { name: /^Language:/ })).toBe(null)
  })
})

describe('the table of contents', () => {
  beforeEach(() => history.replaceState(null, '', '/'))

  it('moves to a section and focuses its heading, without a history entry', async () => {
    const before = history.length
    const { user } = open('/terms')
    await user.click(await screen.findByText('Contents'))
    await user.click(screen.getByRole('link', { name: '10. Ending the agreement' }))
    expect(document.activeElement).toBe(screen.getByRole('heading', { name: '10. Ending the agreement' }))
    expect(history.length).toBe(before)
  })

  it('opens at the section in the address', async () => {
    history.replaceState(null, '', '/terms#section-3')
    open('/terms')
    const heading = await screen.findByRole('heading', { level: 2, name: '3. Who may use it' })
    await waitFor(() => expect(document.activeElement).toBe(heading))
  })
})

it("the texts cover the product's promises: trial, renewal, refunds, withdrawal, deletion, age, providers", async () => {
  const sentences = {
    '/subscription-terms': [
      /free trial of 7 days, then 29\.99 US dollars per month/,
      /at least 24 hours before the trial ends/,
      /within 30 days of your first purchase/,
      /3 consecutive days, and at least 2 guides completed or 70% of the modules/,
      /at least 7 days, and at least 4 guides completed or 80% of the modules/,
      /at least 10 days, and at least 4 guides completed or 80% of the modules/,
      /no refund for personal dissatisfaction or for financial reasons/,
      /withdraw from this contract within 14 days/,
      /(does not|doesn’t) cancel the subscription/,
    ],
    '/terms': [/16 years old or older/, /within 28 days/, /registered in Cyprus/],
    '/privacy': [
      /no trackers/,
      /one cookie/,
      /Stripe/,
      /An AI provider/,
      /An email provider/,
      /After 28 days/,
      /Anyone who has this address can open the certificate’s page/,
      /Push services work for your browser/,
      /It can’t read the message/,
      /After seven days of reminders without learning, they stop/,
      /a card for each question and task/,
      /We show your notes and these prompts only to you/,
    ],
  }
  for (const [address, wanted] of Object.entries(sentences)) {
    const { container, unmount } = open(address)
    await screen.findAllByRole('heading', { level: 2 })
    for (const sentence of wanted) expect(container.textContent).toMatch(sentence)
    unmount()
  }
})
