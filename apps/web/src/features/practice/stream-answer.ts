import { openEventStream } from '../../lib/api-client.ts'
import type { PromptPlace } from './evaluate-prompt.ts'

export type AnswerEvent =
  | { type: 'model'; model: string }
  | { type: 'text'; text: string }
  | { type: 'done' }
  | { type: 'failed' }

export type StreamAnswer = (prompt: string, signal: AbortSignal) => AsyncIterable<AnswerEvent>

const stringIn = (data: unknown, key: string): string => {
  const value: unknown = typeof data === 'object' && data !== null ? Reflect.get(data, key) : undefined
  return typeof value === 'string' ? value : ''
}

/** One event of the stream; null for anything else, such as a keep-alive comment. */
const readEvent = (block: string): AnswerEvent | null => {
  const valueOf = (field: string): string =>
    block
      .split(/\r?\n/)
      .filter((line) => line.startsWith(`${field}:`))
      .map((line) => line.slice(field.length + 1).trimStart())
      .join('\n')
  const json = valueOf('data')
  const data: unknown = json === '' ? null : JSON.parse(json)
  switch (valueOf('event')) {
    case 'model':
      return { type: 'model', model: stringIn(data, 'model') }
    case 'text':
      return { type: 'text', text: stringIn(data, 'text') }
    case 'done':
      return { type: 'done' }
    case 'failed':
      return { type: 'failed' }
    default:
      return null
  }
}

/** @throws {ApiError | NetworkError} if it doesn't start, and any error that interrupts it */
export async function* streamAnswer(
  place: PromptPlace,
  prompt: string,
  signal: AbortSignal,
): AsyncGenerator<AnswerEvent> {
  const body = await openEventStream('/api/openai/answer-prompt', { ...place, prompt }, signal)
  const reader = body.pipeThrough(new TextDecoderStream()).getReader()
  let rest = ''
  for (;;) {
    const { done, value } = await reader.read()
    if (done) return
    const blocks = (rest + value).split(/\r?\n\r?\n/)
    rest = blocks.pop() ?? ''
    for (const block of blocks) {
      const event = readEvent(block)
      if (event) yield event
    }
  }
}
