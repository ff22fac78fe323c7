import type { ServerResponse } from 'node:http'
import {
  beginStream,
  chunksOf,
  startModelStandIn,
  type Behaviour,
} from '../../apps/server/src/adapters/judge/test-support/model-stand-in.ts'

/** The name of the model, as a learner reads it. */
export const modelName = 'qwen3:8b'

/** A streamed answer that the journey writes, piece by piece. */
export type HeldAnswer = {
  say: (text: string) => void
  /** Ends it as a whole answer. */
  end: () => void
  /** Ends the connection in the middle of it. */
  cut: () => void
  /** Whether the connection is closed. */
  isClosed: () => boolean
}

export type Model = {
  url: string
  /** How it judges from now on. */
  judge: (behaviour: Behaviour) => void
  /** How it answers from now on. */
  answer: (behaviour: Behaviour) => void
  /** The next verdict that it is asked for, which waits until the journey gives it. */
  holdVerdict: () => Promise<(verdict: Behaviour) => void>
  /** The next answer that it is asked for. */
  holdAnswer: () => Promise<HeldAnswer>
  close: () => Promise<void>
}

/** Never answers. */
export const hangs: Behaviour = () => {}

/** A real server with OpenAI's API, such as an operator runs on their own machine. It hangs until a journey says what it does. */
export const startModel = async (): Promise<Model> => {
  const server = await startModelStandIn()
  let judging = hangs
  let answering = hangs
  server.behave((response, body, request) => {
    const isAnswer = (JSON.parse(body) as { stream?: boolean }).stream === true
    return (isAnswer ? answering : judging)(response, body, request)
  })
  return {
    url: server.url,
    judge: (behaviour) => {
      judging = behaviour
    },
    answer: (behaviour) => {
      answering = behaviour
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
