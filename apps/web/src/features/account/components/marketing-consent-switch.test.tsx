import { screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { answer, api, at, http, refusal } from '../../../test-support/api.ts'
import { renderPage } from '../../../test-support/render-page.tsx'
import { MarketingConsentSwitch } from './marketing-consent-switch.tsx'

const consentCall = at('/api/product-user/marketing-consent')
const text = 'Kitewise may send me learning tips.'
const givenConsent = (marketingConsent: boolean): void =>
  api.use(http.get(consentCall, () => answer({ marketingConsent, text })))
const acceptChange = (): unknown[] => {
  const sent: unknown[] = []
  api.use(
    http.put(consentCall, async ({ request }) => {
      const body = (await request.json()) as object
      sent.push(body)
      return answer({ ...body, text })
    }),
  )
  return sent
}
const consent = () => screen.findByRole('switch', { name: text })

it('shows the consent text, and withdraws and gives consent with a tap', async () => {
  givenConsent(true)
  const sent = acceptChange()
  const { user } = renderPage(<MarketingConsentSwitch />)
  expect(await consent()).toHaveProperty('checked', true)
  await user.click(await consent())
  expect(await screen.findByText(/You won’t get tips and news anymore/)).toBeTruthy()
  expect(await consent()).toHaveProperty('checked', false)
  await user.click(await consent())
  expect(await screen.findByText('You’ll get our tips and news.')).toBeTruthy()
  expect(sent).toEqual([{ marketingConsent: false }, { marketingConsent: true }])
})

it('keeps its state when the change is not saved, and says so', async () => {
  givenConsent(false)
  api.use(http.put(consentCall, () => refusal(500, 'internal_error')))
  const { user } = renderPage(<MarketingConsentSwitch />)
  await user.click(await consent())
  expect(await screen.findByText('That wasn’t saved. Please try again.')).toBeTruthy()
  expect(await consent()).toHaveProperty('checked', false)
})

it('can be reloaded', async () => {
  api.use(http.get(consentCall, () => refusal(500, 'internal_error')))
  const { user } = renderPage(<MarketingConsentSwitch />)
  expect(await screen.findByText('This setting didn’t load.')).toBeTruthy()
  givenConsent(false)
  await user.click(screen.getByRole('button', { name: 'Try again' }))
  expect(await consent()).toHaveProperty('checked', false)
})
