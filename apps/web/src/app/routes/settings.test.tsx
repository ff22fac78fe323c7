import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { learnerQuery } from '../../lib/queries.ts'
import { answer, api, at, http, refusal } from '../../test-support/api.ts'
import { givenCertificates } from '../../test-support/make-certificate.ts'
import { givenReminders } from '../../test-support/make-reminders.ts'
import { givenStreak } from '../../test-support/make-streak.ts'
import { renderPage } from '../../test-support/render-page.tsx'
import { ProfilePage } from './profile.tsx'

let sent: unknown[]

beforeEach(() => {
  sent = []
  givenStreak()
  givenCertificates()
  givenReminders({ hour: 19 })
  const keep = async ({ request }: { request: Request }) => {
    const body = (await request.json()) as object
    sent.push(body)
    return answer(body)
  }
  api.use(
    http.get(at('/api/product-user/marketing-consent'), () => answer({ marketingConsent: false, text: 'Mail' })),
    http.get(at('/api/product-user/support-view'), () => answer({ view: null })),
    http.get(at('/api/product-user/passkeys'), () => answer([])),
    http.get(at('/api/product-user/organization-links'), () => answer([])),
    http.put(at('/api/product-user/first-name'), keep),
    http.put(at('/api/product-user/daily-goal'), keep),
    http.put(at('/api/product-user/reminders'), async ({ request }) => {
      const body = (await request.json()) as object
      sent.push(body)
      return answer({ ...body, pushEndpoints: [], timeZone: 'UTC', isOpen: true, isOfferOpen: false, isQuiet: false })
    }),
  )
})

const open = async () => {
  const view = renderPage(<ProfilePage />, '/profile')
  const you = within(await screen.findByRole('region', { name: 'You' }))
  const device = within(screen.getByRole('region', { name: 'This device' }))
  return { ...view, you, device }
}
const { dataset } = document.documentElement

describe('settings of the learner', () => {
  it('store a name with Enter, greet with it, and remove it again', async () => {
    const { you, user, client } = await open()
    const name = you.getByRole('textbox', { name: 'Name' })
    expect(name).toHaveProperty('value', 'Ana')
    await user.clear(name)
    await user.type(name, ' Zoë ')
    expect(you.getByText('“Hello, Zoë”')).toBeTruthy()
    expect(sent).toEqual([])
    await user.keyboard('{Enter}')
    await waitFor(() => expect(sent).toEqual([{ firstName: 'Zoë' }]))
    expect(client.getQueryData(learnerQuery.queryKey)?.firstName).toBe('Zoë')
    await user.clear(name)
    await user.tab()
    await waitFor(() => expect(sent[1]).toEqual({ firstName: null }))
    expect(you.getByText('We’ll greet you without a name.')).toBeTruthy()
    expect(client.getQueryData(learnerQuery.queryKey)?.firstName).toBeUndefined()
  })

  it('send nothing if the name stayed the same', async () => {
    const { you, user } = await open()
    await user.click(you.getByRole('textbox', { name: 'Name' }))
    await user.tab()
    expect(sent).toEqual([])
  })

  it('of several goals keep the last one', async () => {
    const { you, user } = await open()
    expect(you.getByRole('radio', { name: '5 min' })).toHaveProperty('checked', true)
    await user.click(you.getByRole('radio', { name: '10 min' }))
    await user.click(you.getByRole('radio', { name: '20 min' }))
    await waitFor(() => expect(sent.at(-1)).toEqual({ dailyGoalMinutes: 20 }))
    expect(you.getByRole('radio', { name: '20 min' })).toHaveProperty('checked', true)
  })

  it('say that a goal could not be saved, and take it back', async () => {
    api.use(http.put(at('/api/product-user/daily-goal'), () => refusal(500, 'internal_error', '')))
    const { you, user } = await open()
    await user.click(you.getByRole('radio', { name: '15 min' }))
    expect(await you.findByText('That couldn’t be saved. Please try again.')).toBeTruthy()
    expect(you.getByRole('radio', { name: '5 min' })).toHaveProperty('checked', true)
  })

  it('change the hour of the reminders, and lead to turning them on', async () => {
    const { you, user } = await open()
    const hour = await you.findByRole('combobox', { name: 'Reminder time' })
    expect(you.getByRole('link', { name: 'Turn them on' }).getAttribute('href')).toBe('/reminders')
    await user.selectOptions(hour, '7')
    await waitFor(() => expect(sent).toEqual([{ byMail: false, hour: 7 }]))
  })
})

describe('settings of the device', () => {
  it('change theme, text size and motion at once', async () => {
    const { device, user } = await open()
    await user.click(device.getByRole('radio', { name: 'Dark' }))
    expect(dataset.theme).toBe('dark')
    await user.click(device.getByRole('radio', { name: 'Largest' }))
    expect(dataset.text).toBe('largest')
    await user.click(device.getByRole('switch', { name: 'Less motion' }))
    expect(dataset.motion).toBe('reduced')
    expect(device.getByRole('switch', { name: 'Less motion' })).toHaveProperty('checked', true)
    await user.click(device.getByRole('radio', { name: 'Light' }))
    expect(dataset.theme).toBe('light')
  })

  it('follow another tab', async () => {
    const { device } = await open()
    localStorage.setItem('preferences', '{"theme":"dark"}')
    const { followPreferences } = await import('../../lib/preferences.ts')
    const stop = followPreferences()
    fireEvent(window, new StorageEvent('storage', { key: 'preferences' }))
    expect(device.getByRole('radio', { name: 'Dark' })).toHaveProperty('checked', true)
    stop()
  })

  it('offer the three sounds to try once sound is on, and no vibration to a computer', async () => {
    const { device, user } = await open()
    expect(device.queryByRole('button', { name: 'Wrong' })).toBe(null)
    await user.click(device.getByRole('switch', { name: 'Sounds' }))
    expect(device.getAllByRole('button').map(({ textContent }) => textContent)).toEqual(['Right', 'Wrong', 'Done'])
    expect(device.queryByRole('switch', { name: 'Vibration' })).toBe(null)
  })

  it('say when the device itself asks for less motion', async () => {
    vi.spyOn(window, 'matchMedia').mockReturnValue({ matches: true } as MediaQueryList)
    const { device } = await open()
    expect(device.getByText('Your device already asks apps for less motion.')).toBeTruthy()
    expect(device.getByRole('switch', { name: 'Less motion' }).getAttribute('aria-disabled')).toBe('true')
    vi.restoreAllMocks()
  })
})
