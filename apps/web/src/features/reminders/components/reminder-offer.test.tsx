import { screen, waitFor } from '@testing-library/react'
import { expect, it } from 'vitest'
import { answer, api, at, http, refusal } from '../../../test-support/api.ts'
import { givenReminders, makeReminders } from '../../../test-support/make-reminders.ts'
import { renderPage } from '../../../test-support/render-page.tsx'
import { ReminderOffer } from './reminder-offer.tsx'

const remindersCall = at('/api/product-user/reminders')
const show = () => renderPage(<ReminderOffer />, '/dashboard')
const accept = (): unknown[] => {
  const sent: unknown[] = []
  api.use(
    http.put(remindersCall, async ({ request }) => {
      sent.push(await request.json())
      return answer(makeReminders())
    }),
  )
  return sent
}
const offer = () => screen.findByRole('region', { name: 'Want a reminder?' })

it('stores a no for good', async () => {
  givenReminders({ isOfferOpen: true })
  const sent = accept()
  const { user } = show()
  await offer()
  await user.click(screen.getByRole('button', { name: 'No, thanks' }))
  await waitFor(() => expect(screen.queryByRole('region', { name: 'Want a reminder?' })).toBeNull())
  expect(sent).toEqual([{ byMail: false, hour: 19 }])
})

it('leads to the settings, and turns nothing on by itself', async () => {
  givenReminders({ isOfferOpen: true })
  const sent = accept()
  const view = show()
  await offer()
  await view.user.click(screen.getByRole('button', { name: 'Choose a time' }))
  await waitFor(() => expect(view.address()).toBe('/reminders'))
  expect(sent).toEqual([{ byMail: false, hour: 19 }])
})

it('leads to the settings even if the answer is not stored', async () => {
  givenReminders({ isOfferOpen: true })
  api.use(http.put(remindersCall, () => refusal(500, 'internal_error')))
  const view = show()
  await offer()
  await view.user.click(screen.getByRole('button', { name: 'Choose a time' }))
  await waitFor(() => expect(view.address()).toBe('/reminders'))
})

it.each([[{ isOfferOpen: false }], [{ isOfferOpen: false, isOpen: false }]])('is not shown for %j', async (changes) => {
  givenReminders(changes)
  const { client } = show()
  await waitFor(() => expect(client.isFetching()).toBe(0))
  expect(screen.queryByRole('region', { name: 'Want a reminder?' })).toBeNull()
})

it('is not shown while the state is unknown', async () => {
  api.use(http.get(remindersCall, () => refusal(500, 'internal_error')))
  const { client } = show()
  await waitFor(() => expect(client.isFetching()).toBe(0))
  expect(screen.queryByRole('region', { name: 'Want a reminder?' })).toBeNull()
})
