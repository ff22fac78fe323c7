import type { ServerResponse } from 'node:http'
import {
  beginStream,
  chunksOf,
  startModelStandIn,
  type Behavior,
} from '../../apps/server/src/adapters/judge/test-support/model-stand-in.ts'

/** The model's name on screen. */
export const modelName = 'qwen3:8b'

/** A streamed answer controlled by the journey. */
export type HeldAnswer = {
  say: (text: string) => void
  /** Completes the answer. */
  end: () => void
  /** Cuts the connection mid-answer. */
  cut: () => void
  isClosed: () => boolean
}

export type Model = {
  url: string
  /** Sets how the model judges. */
  judge: (behavior: Behavior) => void
  /** Sets how the model answers. */
  answer: (behavior: Behavior) => void
  /** Resolves with the next requested verdict, which the journey completes. */
  holdVerdict: () => Promise<(verdict: Behavior) => void>
  /** Resolves with the next requested answer. */
  holdAnswer: () => Promise<HeldAnswer>
  /** It hangs again, as at the start. */
  reset: () => void
  close: () => Promise<void>
}

/** Never answers. */
export const hangs: Behavior = () => {}

/** A real server with OpenAI's API, like one on an operator's machine. It hangs until the journey configures it. */
export async function startModel(): Promise<Model> {
  const server = await startModelStandIn()
  let judging = hangs
  let answering = hangs
  server.behave((response, body, request) => {
    const isAnswer = (JSON.parse(body) as { stream?: boolean }).stream === true
    return (isAnswer ? answering : judging)(response, body, request)
  })
  return {
    url: server.url,
    reset: () => {
      judging = hangs
      answering = hangs
    },
    judge: (behavior) => {
      judging = behavior
    },
    answer: (behavior) => {
      answering = behavior
    },
    holdVerdict: () =>
      new Promise((resolve) => {
        judging = (response, body, request) => resolve((verdict) => verdict(response, body, request))
      }),
    holdAnswer: () =>
      new Promise((resolve) => {
        answering = (response) => resolve(holdAnswer(response))
      }),
    close: server.close,
  }
}

const holdAnswer = (response: ServerResponse): HeldAnswer => {
  beginStream(response).flushHeaders()
  return {
    say: (text) => void response.write(chunksOf([text], null).join('')),
    end: () => void response.end(chunksOf([]).join('')),
    cut: () => void response.destroy(),
    isClosed: () => response.closed,
  }
}
