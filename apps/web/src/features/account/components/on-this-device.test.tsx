import { screen, waitFor } from '@testing-library/react'
import { HttpResponse } from 'msw'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { SavingNote } from '../../../components/saving-note.tsx'
import { outboxOf } from '../../../lib/outbox/learner-outbox.ts'
import { dropWrites, listWrites, storeWrite } from '../../../lib/outbox/outbox.ts'
import { session } from '../../../lib/session/session.ts'
import { answer, api, at, http, refusal } from '../../../test-support/api.ts'
import { learner, renderPage, tokenOf } from '../../../test-support/render-page.tsx'
import { KeptUntilRenewal, OnThisDevice } from './on-this-device.tsx'

const path = `/api/user-course-progress/fragment/${learner.id}/l1/0` as const
const given = (reply: () => Response) =>
  api.use(http.post(at('/api/user-course-progress/fragment/{userId}/{lessonId}/{index}'), reply))

beforeEach(() => session.setToken(tokenOf(learner.id)))
afterEach(async () => {
  session.clear()
  await dropWrites(learner.id)
})

const learnOnePart = async (): Promise<void> => {
  const outbox = outboxOf(learner.id)
  await outbox.enqueue(path, { courseId: 'course', completed: true })
  await outbox.flush()
}

describe('work of a learner whose plan has ended', () => {
  it('is kept on this device until they renew, in the profile and with the plans', async () => {
    given(() => refusal(403, 'subscription_required'))
    await learnOnePart()
    renderPage(
      <>
        <OnThisDevice />
        <KeptUntilRenewal />
      </>,
    )
    expect(await screen.findAllByText('Kept on this device until you renew.')).toHaveLength(2)
    expect(screen.getAllByText('1 part of a lesson')).toHaveLength(2)
    expect(await listWrites(learner.id)).toHaveLength(1)
  })
})

describe('work without a connection', () => {
  it.each([
    ['less', 23, 'Not saved yet. We’ll keep trying.', /^Stored safely on this phone/],
    ['more', 25, /^Not saved for over a day/, /^It has waited for over a day/],
  ])('waits for %s than a day, and the notes say what may happen to it', async (_, hours, note, inProfile) => {
    given(() => HttpResponse.error())
    const queuedAtMs = Date.now() - hours * 3_600_000
    await storeWrite(learner.id, { id: 'w1', path, body: { courseId: 'course', completed: true }, queuedAtMs })
    await outboxOf(learner.id).flush()
    renderPage(
      <>
        <SavingNote />
        <OnThisDevice />
      </>,
    )
    expect(await screen.findByText(note)).toBeTruthy()
    expect(await screen.findByText(inProfile)).toBeTruthy()
  })
})

describe('work that the server can’t store', () => {
  it('is listed, and sent when the learner wants it', async () => {
    const log = vi.spyOn(console, 'error').mockImplementation(() => undefined)
    let isRefused = true
    given(() => (isRefused ? refusal(403, 'lesson_locked') : answer({})))
    await learnOnePart()
    expect(log).toHaveBeenCalledOnce()
    const { user } = renderPage(<OnThisDevice />)
    expect(await screen.findByRole('heading', { name: 'Couldn’t be saved yet' })).toBeTruthy()
    expect(screen.queryByRole('heading', { name: 'Waiting to be sent' })).toBeNull()

    await user.click(screen.getByRole('button', { name: 'Try again' }))
    await waitFor(() => expect(log).toHaveBeenCalledTimes(2))
    expect(screen.getByText('1 part of a lesson')).toBeTruthy()

    isRefused = false
    await user.click(screen.getByRole('button', { name: 'Try again' }))
    await waitFor(() => expect(screen.queryByRole('heading', { name: 'Couldn’t be saved yet' })).toBeNull())
    expect(await listWrites(learner.id)).toEqual([])
    log.mockRestore()
  })
})
