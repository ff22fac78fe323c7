import { screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { session } from '../../../lib/session/session.ts'
import { answer, api, at, http, refusal } from '../../../test-support/api.ts'
import { makeEvaluation } from '../../../test-support/make-evaluation.ts'
import { makePrompt } from '../../../test-support/make-lesson.ts'
import { renderPage } from '../../../test-support/render-page.tsx'
import { PracticeBlock } from './practice-block.tsx'

const answerCall = at('/api/openai/answer-prompt')

type Stream = { send: (...chunks: string[]) => void; end: () => void; requests: unknown[]; isStopped: () => boolean }

/** A model whose answer the test controls; every request gets its own stream. */
const givenModel = (): Stream => {
  const requests: unknown[] = []
  const encoder = new TextEncoder()
  let controller: ReadableStreamDefaultController<Uint8Array> | undefined
  let isStopped = false
  api.use(
    http.post(answerCall, async ({ request }) => {
      requests.push(await request.json())
      request.signal.addEventListener('abort', () => {
        isStopped = true
      })
      const body = new ReadableStream<Uint8Array>({
        start: (opened) => {
          controller = opened
        },
      })
      return new Response(body, { headers: { 'content-type': 'text/event-stream' } })
    }),
  )
  return {
    requests,
    isStopped: () => isStopped,
    send: (...chunks) => {
      for (const chunk of chunks) controller?.enqueue(encoder.encode(chunk))
    },
    end: () => controller?.close(),
  }
}

const event = (name: string, data: object = {}): string => `event: ${name}\ndata: ${JSON.stringify(data)}\n\n`

const submit = async () => {
  api.use(
    http.post(at('/api/openai/evaluate-prompt'), () =>
      answer({ evaluation: makeEvaluation('3', { by: 'model', model: 'a-model' }) }),
    ),
  )
  const view = renderPage(
    <PracticeBlock
      lessonId="l1"
      fragmentIndex={1}
      language="en"
      practice={makePrompt()}
      result={null}
      onDone={() => undefined}
    />,
  )
  await view.user.click(screen.getByRole('button', { name: 'Start Practice' }))
  const dialog = within(await screen.findByRole('dialog'))
  await view.user.type(dialog.getByRole('textbox'), 'Write a note')
  await view.user.click(dialog.getByRole('button', { name: 'Submit' }))
  await dialog.findByText('Oops!')
  return { ...view, dialog }
}

beforeEach(() => session.setToken('a-token'))
afterEach(() => {
  vi.restoreAllMocks()
})

describe("a model's answer", () => {
  it('is shown as plain text while it arrives, wherever its bytes are split', async () => {
    const model = givenModel()
    const { dialog } = await submit()
    expect(dialog.getByRole('heading', { name: 'What a-model answered' })).toBeTruthy()
    await waitFor(() => expect(model.requests.length).toBe(1))
    model.send(
      event('model', { model: 'qwen' }),
      ': still here\n\n',
      'event: te',
      'xt\ndata: {"text":"Dear <b>all</b>,',
    )
    expect(await dialog.findByRole('heading', { name: 'What qwen answered' })).toBeTruthy()
    model.send('\\nwelcome"}\r\n\r\n')
    expect((await dialog.findByText(/Dear/)).textContent).toBe('Dear <b>all</b>,\nwelcome')
    model.send(event('text', { text: ' home.' }), event('done'))
    model.end()
    await waitFor(() => expect(dialog.queryByRole('button', { name: 'Stop' })).toBe(null))
    expect(dialog.getByText(/welcome home\.$/)).toBeTruthy()
    expect(dialog.getByText('Judged by a-model')).toBeTruthy()
    expect(dialog.queryByText('Welcome, boss!')).toBe(null)
    expect(model.requests).toEqual([{ lessonId: 'l1', fragmentIndex: 1, practiceId: 'prompt', prompt: 'Write a note' }])
  })

  it('can be stopped, and requested again', async () => {
    const model = givenModel()
    const { user, dialog } = await submit()
    await waitFor(() => expect(model.requests.length).toBe(1))
    model.send(event('text', { text: 'Dear all' }))
    await dialog.findByText('Dear all')
    await user.click(dialog.getByRole('button', { name: 'Stop' }))
    expect(dialog.getByText('You stopped the answer here.')).toBeTruthy()
    expect(dialog.getByText('Dear all')).toBeTruthy()
    await waitFor(() => expect(model.isStopped()).toBe(true))
    await user.click(dialog.getByRole('button', { name: 'See a real answer' }))
    await waitFor(() => expect(model.requests.length).toBe(2))
    model.send(event('text', { text: 'Again' }))
    expect(await dialog.findByText('Again')).toBeTruthy()
  })

  it.each([
    ['reports a failure', (model: Stream) => model.send(event('text', { text: 'Dear' }), event('failed'))],
    ['is cut off', (model: Stream) => model.end()],
  ])("is replaced by the author's pieces when it %s", async (_, fail) => {
    const model = givenModel()
    const { dialog } = await submit()
    await waitFor(() => expect(model.requests.length).toBe(1))
    fail(model)
    expect(await dialog.findByText('The answer didn’t come this time. Your score stays the same.')).toBeTruthy()
    expect(dialog.getByText('Welcome, boss!')).toBeTruthy()
    expect(dialog.getByRole('heading', { name: 'What an assistant might answer' })).toBeTruthy()
  })

  it('is replaced by them when it does not start', async () => {
    const log = vi.spyOn(console, 'error').mockImplementation(() => undefined)
    api.use(http.post(answerCall, () => refusal(404, 'no_model')))
    const { dialog } = await submit()
    expect(await dialog.findByText('Welcome, boss!')).toBeTruthy()
    expect(log).toHaveBeenCalledOnce()
  })

  it('ends when the dialog is closed', async () => {
    const model = givenModel()
    const { user, dialog } = await submit()
    await waitFor(() => expect(model.requests.length).toBe(1))
    await user.click(dialog.getByRole('button', { name: 'Close' }))
    await waitFor(() => expect(model.isStopped()).toBe(true))
  })
})
