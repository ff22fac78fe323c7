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
afterEach(() => {
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

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

describe('the calendar', () => {
  const calendarCall = at('/api/product-user/calendar')
  const address = 'https://kitewise.example/calendar/secret.ics'
  const createdAt = '2027-01-12T10:00:00.000Z'
  const give = (isMade: boolean) => {
    givenReminders()
    const sent: string[] = []
    api.use(
      http.get(calendarCall, () => answer({ createdAt: isMade ? createdAt : null })),
      http.post(calendarCall, () => {
        sent.push('made')
        return answer({ createdAt, address })
      }),
      http.delete(calendarCall, () => {
        sent.push('revoked')
        return answer({ createdAt: null })
      }),
    )
    return sent
  }

  it('gets an address that is shown once, copied, and opened by a calendar app', async () => {
    give(false)
    const { user } = show()
    await user.click(await screen.findByRole('button', { name: 'Make a calendar address' }))
    expect(await screen.findByLabelText('Your secret address')).toHaveProperty('value', address)
    expect(screen.getByText(/we won’t show it again/)).toBeTruthy()
    const open = screen.getByRole('link', { name: 'Open in a calendar app' })
    expect(open.getAttribute('href')).toBe('webcal://kitewise.example/calendar/secret.ics')
    vi.stubGlobal('navigator', { clipboard: { writeText: async () => Promise.reject(new Error('denied')) } })
    await user.click(screen.getByRole('button', { name: 'Copy address' }))
    expect(await screen.findByText(/Select the address and copy it yourself/)).toBeTruthy()
  })

  it('has an address that can be replaced and turned off, but not seen again', async () => {
    const sent = give(true)
    const { user } = show()
    expect(await screen.findByText('Your address has worked since January 12, 2027.')).toBeTruthy()
    expect(screen.queryByLabelText('Your secret address')).toBe(null)
    await user.click(screen.getByRole('button', { name: 'Turn off the address' }))
    expect(await screen.findByRole('button', { name: 'Make a calendar address' })).toBeTruthy()
    expect(screen.queryByRole('button', { name: 'Turn off the address' })).toBe(null)
    expect(sent).toEqual(['revoked'])
  })

  it('is downloaded once as a file, and says when that fails', async () => {
    give(false)
    const saved: string[] = []
    vi.spyOn(URL, 'createObjectURL').mockImplementation((file) => {
      saved.push((file as Blob).type)
      return 'blob:calendar'
    })
    // The click would lead the page, and those of the tests after it, to another origin.
    vi.spyOn(HTMLAnchorElement.prototype, 'click').mockReturnValue()
    api.use(http.get(`${calendarCall}/file`, () => refusal(500, 'internal_error'), { once: true }))
    const { user } = show()
    await user.click(await screen.findByRole('button', { name: 'Download once as a file' }))
    expect(await screen.findByText('That didn’t work. Please try again.')).toBeTruthy()
    api.use(http.get(`${calendarCall}/file`, () => answer({ file: 'BEGIN:VCALENDAR' })))
    await user.click(screen.getByRole('button', { name: 'Download once as a file' }))
    await waitFor(() => expect(saved).toEqual(['text/calendar']))
  })
})
