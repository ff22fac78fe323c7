import { screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { answer, api, at, http, refusal } from '../../test-support/api.ts'
import { givenReminders, makeReminders } from '../../test-support/make-reminders.ts'
import { renderPage } from '../../test-support/render-page.tsx'
import { RemindersPage } from './reminders.tsx'

const remindersCall = at('/api/product-user/reminders')
const pushCall = at('/api/product-user/push-subscription')
const show = () => renderPage(<RemindersPage />, '/reminders')
const accept = (): unknown[] => {
  const sent: unknown[] = []
  api.use(
    http.put(remindersCall, async ({ request }) => {
      const body = (await request.json()) as object
      sent.push(body)
      return answer(makeReminders(body))
    }),
  )
  return sent
}
const byMail = () => screen.findByRole('switch', { name: 'By email' })
const byPush = () => screen.findByRole('switch', { name: /notification/ })

/** Mocks a browser's push service, as far as the app uses it. */
const givenBrowser = (permission: NotificationPermission, answerOfPerson: NotificationPermission = permission) => {
  let subscription: object | null = null
  const made = {
    endpoint: 'https://push.example/own',
    options: { applicationServerKey: Uint8Array.from([4, 0, 0]).buffer },
    toJSON: () => ({ endpoint: 'https://push.example/own', keys: { p256dh: 'point', auth: 'secret' } }),
    unsubscribe: async () => {
      subscription = null
      return true
    },
  }
  const registration = {
    scope: 'http://localhost:3000/push/',
    active: {},
    pushManager: {
      getSubscription: async () => subscription,
      subscribe: async () => {
        subscription = made
        return made
      },
    },
  }
  const register = vi.fn<() => Promise<object>>(async () => registration)
  vi.stubGlobal('PushManager', vi.fn<() => void>())
  vi.stubGlobal('Notification', {
    permission,
    requestPermission: async () => {
      vi.stubGlobal('Notification', { permission: answerOfPerson })
      return answerOfPerson
    },
  })
  vi.stubGlobal('navigator', {
    userAgent: 'a browser',
    maxTouchPoints: 0,
    languages: ['en'],
    serviceWorker: { register, getRegistration: async () => registration },
  })
  return { register }
}

beforeEach(() => vi.stubGlobal('navigator', { userAgent: 'a browser', maxTouchPoints: 0, languages: ['en'] }))
afterEach(() => vi.unstubAllGlobals())

describe('reminders', () => {
  it('are announced for after the second lesson', async () => {
    givenReminders({ isOpen: false })
    show()
    expect(await screen.findByRole('heading', { name: 'After your second lesson' })).toBeTruthy()
    expect(screen.getByRole('link', { name: 'Go to your lessons' }).getAttribute('href')).toBe('/dashboard')
    expect(screen.queryByRole('switch')).toBeNull()
  })

  it('can be reloaded', async () => {
    api.use(http.get(remindersCall, () => refusal(500, 'internal_error')))
    const { user } = show()
    expect(await screen.findByText('Your reminders didn’t load.')).toBeTruthy()
    givenReminders()
    await user.click(screen.getByRole('button', { name: 'Try again' }))
    expect(await byMail()).toHaveProperty('checked', false)
  })

  it('by mail are turned on and off with a tap, at any of the twenty-four hours', async () => {
    givenReminders()
    const sent = accept()
    const { user } = show()
    await user.click(await byMail())
    expect(await screen.findByText('Saved.')).toBeTruthy()
    const hour = screen.getByLabelText('Time of day')
    expect(screen.getAllByRole('option')).toHaveLength(24)
    await user.selectOptions(hour, '7:00 AM')
    await waitFor(() => expect(sent).toHaveLength(2))
    expect(screen.getByText(/In your local time: Eastern European Time/)).toBeTruthy()
    expect(sent).toEqual([
      { byMail: true, hour: 19 },
      { byMail: true, hour: 7 },
    ])
  })

  it('keep their state when a change is not saved, and say so', async () => {
    givenReminders()
    api.use(http.put(remindersCall, () => refusal(500, 'internal_error')))
    const { user } = show()
    await user.click(await byMail())
    expect(await screen.findByText('That wasn’t saved. Please try again.')).toBeTruthy()
    expect(await byMail()).toHaveProperty('checked', false)
  })

  it('say when they are paused, and can be resumed', async () => {
    givenReminders({ isQuiet: true, byMail: true })
    const sent = accept()
    const { user } = show()
    await user.click(await screen.findByRole('button', { name: 'Remind me again' }))
    await waitFor(() => expect(screen.queryByText(/we’ve paused them/)).toBeNull())
    expect(sent).toEqual([{ byMail: true, hour: 19 }])
  })
})

describe('notifications', () => {
  it('say when they are unavailable, and leave the mail', async () => {
    givenReminders()
    show()
    expect(await screen.findByText(/This browser can’t show notifications/)).toBeTruthy()
    expect(screen.getAllByRole('switch')).toHaveLength(1)
  })

  it('explain how to enable them on an iPhone outside of the home screen', async () => {
    vi.stubGlobal('navigator', { userAgent: 'Mozilla/5.0 (iPhone)', maxTouchPoints: 5, languages: ['en'] })
    givenReminders()
    show()
    expect(await screen.findByText(/Add to Home Screen/)).toBeTruthy()
  })

  it('explain that the user has blocked them, without asking', async () => {
    givenBrowser('denied')
    givenReminders()
    show()
    expect(await screen.findByText(/This browser blocks notifications from Kitewise/)).toBeTruthy()
  })

  it('are turned on only after a press, for this browser and its push service, and off again', async () => {
    const { register } = givenBrowser('default', 'granted')
    givenReminders({ pushKey: 'BAAA' })
    const sent: unknown[] = []
    api.use(
      http.put(pushCall, async ({ request }) => {
        sent.push(await request.json())
        return answer(makeReminders({ pushEndpoints: ['https://push.example/own'] }))
      }),
      http.post(`${pushCall}/remove`, async ({ request }) => {
        sent.push(await request.json())
        return answer(makeReminders())
      }),
    )
    const { user } = show()
    await byPush()
    expect(register).not.toHaveBeenCalled()
    await user.click(await byPush())
    await waitFor(async () => expect(await byPush()).toHaveProperty('checked', true))
    expect(register).toHaveBeenCalledWith('/push-worker.js', { scope: '/push/' })
    await waitFor(async () => expect((await byPush()).getAttribute('aria-disabled')).toBeNull())
    await user.click(await byPush())
    await waitFor(async () => expect(await byPush()).toHaveProperty('checked', false))
    expect(sent).toEqual([
      { endpoint: 'https://push.example/own', keys: { p256dh: 'point', auth: 'secret' } },
      { endpoint: 'https://push.example/own' },
    ])
  })

  it('stay off with an explanation when the user denies them', async () => {
    givenBrowser('default', 'denied')
    givenReminders()
    const { user } = show()
    await user.click(await byPush())
    expect(await screen.findByText(/This browser blocks notifications from Kitewise/)).toBeTruthy()
  })
})
