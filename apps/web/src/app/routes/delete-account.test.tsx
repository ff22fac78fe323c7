import { act, screen, waitFor } from '@testing-library/react'
import { HttpResponse } from 'msw'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { listWrites, storeWrite } from '../../lib/outbox/outbox.ts'
import { session, useSession } from '../../lib/session/session.ts'
import { answer, api, at, http, refusal } from '../../test-support/api.ts'
import { renderPage } from '../../test-support/render-page.tsx'
import { DeleteAccountPage } from './delete-account.tsx'

const deleteCall = at('/api/product-user/delete-account')
const exportCall = at('/api/product-user/export')
const prompt = 'Type GOODBYE to delete your account.'

const openDialog = async (locale = 'en') => {
  session.setToken('a-token')
  const view = renderPage(<DeleteAccountPage />, '/delete-account', locale)
  await view.user.click(screen.getByRole('button', { name: 'Delete my account' }))
  return { ...view, field: screen.getByLabelText('Confirmation word') }
}
const confirm = () => screen.getByRole('button', { name: 'Delete account' })

afterEach(() => session.clear())

describe('the confirmation word', () => {
  it.each(['goodbye', 'GOOD BYE', 'BYE', '', 'delete'])(
    'rejects %j, and shows the prompt as the error',
    async (word) => {
      const { user, field } = await openDialog()
      if (word !== '') await user.type(field, word)
      await user.click(confirm())
      expect(field.getAttribute('aria-invalid')).toBe('true')
      expect(screen.getByText(prompt)).toBeTruthy()
      expect(useSession.getState().isAuthenticated).toBe(true)
    },
  )
})

describe('the deletion', () => {
  // The sign-out that follows is part of the same test.
  beforeEach(() => {
    vi.useFakeTimers({ shouldAdvanceTime: true })
  })
  afterEach(() => {
    act(() => {
      vi.runOnlyPendingTimers()
    })
    vi.useRealTimers()
  })

  it.each(['GOODBYE', 'DELETE', ' GOODBYE '])('deletes the account after %s', async (word) => {
    let calls = 0
    api.use(
      http.delete(deleteCall, () => {
        calls += 1
        return answer({ deleted: true, restorableUntil: '2026-12-19T00:00:00.000Z' })
      }),
    )
    const { user, field } = await openDialog()
    await user.type(field, `${word}{Enter}`)
    expect(await screen.findByText('Your account has been deleted successfully.')).toBeTruthy()
    expect(calls).toBe(1)
  })

  it('signs the learner out after 1500 ms and not before', async () => {
    await storeWrite('u1', { id: 'w1', path: '/api/x', body: {}, queuedAtMs: 0 })
    api.use(http.delete(deleteCall, () => answer({ deleted: true, restorableUntil: '2026-12-19T00:00:00.000Z' })))
    const { user, field } = await openDialog()
    await user.type(field, 'GOODBYE{Enter}')
    await screen.findByText('Your account has been deleted successfully.')
    act(() => {
      vi.advanceTimersByTime(1200)
    })
    expect(useSession.getState().isAuthenticated).toBe(true)
    act(() => {
      vi.advanceTimersByTime(300)
    })
    expect(useSession.getState().isAuthenticated).toBe(false)
    await expect.poll(() => listWrites('u1')).toEqual([])
  })
})

describe('a failed deletion', () => {
  it("shows the server's sentence", async () => {
    api.use(http.delete(deleteCall, () => refusal(429, 'too_many_requests', 'Please wait a little.')))
    const { user, field } = await openDialog()
    await user.type(field, 'GOODBYE{Enter}')
    expect(await screen.findByText('Please wait a little.')).toBeTruthy()
    expect(useSession.getState().isAuthenticated).toBe(true)
  })

  it("shows its own sentence to readers of other languages than the server's", async () => {
    api.use(http.delete(deleteCall, () => refusal(429, 'too_many_requests', 'Please wait a little.')))
    const { user, field } = await openDialog('uk')
    await user.type(field, 'GOODBYE{Enter}')
    expect(await screen.findByText('Failed to delete account')).toBeTruthy()
    expect(screen.queryByText('Please wait a little.')).toBe(null)
  })

  it('shows its own sentence when the server has none', async () => {
    api.use(http.delete(deleteCall, () => new HttpResponse(null, { status: 500 })))
    const { user, field } = await openDialog()
    await user.type(field, 'GOODBYE{Enter}')
    expect(await screen.findByText('Failed to delete account')).toBeTruthy()
  })

  it('asks for the PIN after an old sign-in, and then continues', async () => {
    let isFresh = false
    api.use(
      http.delete(deleteCall, () =>
        isFresh
          ? answer({ deleted: true, restorableUntil: '2026-12-19T00:00:00.000Z' })
          : refusal(403, 'reauthenticate'),
      ),
      http.post(at('/api/product-user/reauthenticate'), () => {
        isFresh = true
        return answer({ reauthenticated: true })
      }),
    )
    const { user, field } = await openDialog()
    await user.type(field, 'GOODBYE{Enter}')
    await user.click(await screen.findByLabelText(/Digit 1/))
    await user.keyboard('4826')
    expect(await screen.findByText('Your account has been deleted successfully.')).toBeTruthy()
    // Otherwise the sign-out would reach the next test.
    await waitFor(() => expect(useSession.getState().isAuthenticated).toBe(false), { timeout: 5_000 })
  })
})

describe('a copy of all data', () => {
  it('is saved as a file', async () => {
    const saved: { name: string; text: Promise<string> }[] = []
    let blob: Blob | null = null
    URL.createObjectURL = (given) => {
      blob = given as Blob
      return 'blob:made'
    }
    URL.revokeObjectURL = () => undefined
    vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function click(this: HTMLAnchorElement) {
      saved.push({ name: this.download, text: blob?.text() ?? Promise.resolve('') })
    })
    api.use(
      http.get(exportCall, () =>
        answer({ exportedAt: '2026-11-21T10:00:00.000Z', records: { users: [{ id: 'u1' }] } }),
      ),
    )
    const { user } = renderPage(<DeleteAccountPage />, '/delete-account')
    await user.click(screen.getByRole('button', { name: 'Download my data' }))
    await waitFor(() => expect(saved).toHaveLength(1))
    expect(saved[0]?.name).toBe('my-data-2026-11-21.json')
    expect(JSON.parse((await saved[0]?.text) ?? '')).toMatchObject({ records: { users: [{ id: 'u1' }] } })
    expect(await screen.findByText('Your data is in your downloads folder.')).toBeTruthy()
    vi.restoreAllMocks()
  })

  it('says when it could not be created', async () => {
    api.use(http.get(exportCall, () => refusal(500, 'internal_error')))
    const { user } = renderPage(<DeleteAccountPage />, '/delete-account')
    await user.click(screen.getByRole('button', { name: 'Download my data' }))
    expect(await screen.findByText('We couldn’t download your data. Please try again.')).toBeTruthy()
  })
})
