import OpenAI from 'openai'
import type {
  ChatCompletionChunk,
  ChatCompletionCreateParamsNonStreaming,
  ChatCompletionCreateParamsStreaming,
} from 'openai/resources/chat/completions'
import { during, note as noteSignal } from '../../../telemetry/signals.ts'
import type { JudgeLog } from '../port.ts'
import type { DailyCalls, TakenCall, Tokens } from './daily-calls.ts'
import { abortWith, createGuardedFetch, streamingFetch } from './guarded-fetch.ts'
import { answerParameters, firstParameters, learnFrom, verdictParameters } from './model-parameters.ts'
import type { AnswerSchema, ModelParameters } from './model-parameters.ts'
import { BadAnswerError, BudgetSpentError, isUnpaid, mayPass, providerMessage } from './provider-error.ts'

/** Retries wait between 0.3 and 0.9 seconds, so that servers do not retry in lockstep. */
const shortestWaitMs = 300
const waitSpreadMs = 600

export type ModelSettings = {
  /** Null for a self-hosted server without a key. */
  apiKey: string | null
  baseUrl: string | null
  model: string
  /** Timeout for one try at a verdict. */
  timeoutMs: number
  /** Timeouts for a streamed answer: until its first words, and in total. */
  answerTimeouts: { firstMs: number; wholeMs: number }
}
export type Timing = { random: () => number; wait: (ms: number) => Promise<void> }

export type ChatMessage = { role: 'system' | 'user'; content: string }

export type Question<Answer> = {
  messages: ChatMessage[]
  schema: AnswerSchema
  /** Parses the answer's text; throws BadAnswerError. */
  read: (text: string) => Answer
  /** Parts of the messages that must not be logged. */
  secrets: readonly string[]
  /** Aborts both tries. */
  signal: AbortSignal
}

export type StreamRequest = Pick<Question<string>, 'messages' | 'secrets' | 'signal'> & { taken: TakenCall }

export type Model = {
  /** Rejects with the client's error, BadAnswerError after one retry, or BudgetSpentError. Refunds refused calls. */
  ask: <Answer>(question: Question<Answer>) => Promise<Answer>
  /** Streams an answer. Ends early when the signal is aborted; throws like `ask` rejects. */
  stream: (request: StreamRequest) => AsyncGenerator<string>
}

export type ModelParts = Timing & { calls: DailyCalls; log: JudgeLog }

/** The official client with no redirects, a 256 kB limit, a hard timeout and no retries. */
export function connectProvider(
  { apiKey, baseUrl }: ModelSettings,
  timeoutMs: number,
  fetch = createGuardedFetch(timeoutMs),
): OpenAI {
  return new OpenAI({
    // The client requires a key. Without one, the header is removed.
    apiKey: apiKey ?? 'none',
    ...(apiKey === null && { defaultHeaders: { authorization: null } }),
    ...(baseUrl ? { baseURL: baseUrl } : {}),
    maxRetries: 0,
    timeout: timeoutMs,
    fetch,
    logLevel: 'off',
  })
}

/** Remembers which parameters the model accepts, for the life of the process. */
export function createModel(settings: ModelSettings, parts: ModelParts): Model {
  const { model } = settings
  const sendLearning = createLearningSender(settings, parts.log)

  const note = async (taken: TakenCall, tokens: Tokens): Promise<void> => {
    noteSignal('modelTokens', { input: tokens.inputTokens, output: tokens.outputTokens })
    parts.log.info({ model, ...(await taken.record(tokens)) }, 'the AI model answered')
  }

  return {
    ask: createAsk(settings, { ...parts, sendLearning, note }),
    stream: createStream(settings, { sendLearning, note }),
  }
}

type SendLearning = <Reply>(
  request: (sent: ModelParameters) => Promise<Reply>,
  secrets: readonly string[],
) => Promise<Reply>
type Note = (taken: TakenCall, tokens: Tokens) => Promise<void>

/** Repeats a request without the rejected parameter. The result applies to all requests. */
function createLearningSender({ model, apiKey }: ModelSettings, log: JudgeLog): SendLearning {
  let parameters = firstParameters(model)
  return async function send(request, secrets) {
    const sent = parameters
    try {
      return await request(sent)
    } catch (error) {
      const learned = learnFrom(error, sent)
      if (learned === null) throw error
      // Another request may have learned it in the meantime.
      if (parameters === sent) {
        parameters = learned
        const provider = providerMessage(error, { apiKey, texts: secrets })
        log.info({ model, provider }, 'the AI model rejects a parameter; it will not be sent again')
      }
      return send(request, secrets)
    }
  }
}

function createAsk(
  settings: ModelSettings,
  parts: ModelParts & { sendLearning: SendLearning; note: Note },
): Model['ask'] {
  const client = connectProvider(settings, settings.timeoutMs)
  const { model } = settings

  async function askOnce<Answer>({ messages, schema, secrets, signal, read }: Question<Answer>): Promise<Answer> {
    const taken = await parts.calls.take()
    if (!taken) throw new BudgetSpentError("today's calls are used up")
    try {
      const completion = await parts.sendLearning((sent) => {
        const body: ChatCompletionCreateParamsNonStreaming = { model, messages, ...verdictParameters(sent, schema) }
        return during('call', 'model verdict', () => client.chat.completions.create(body, { signal }))
      }, secrets)
      const { usage, choices } = completion
      await parts.note(taken, { inputTokens: usage?.prompt_tokens ?? 0, outputTokens: usage?.completion_tokens ?? 0 })
      const choice = choices?.[0]
      if (!choice?.message?.content) throw new BadAnswerError('an answer without text')
      if (choice.finish_reason === 'length') throw new BadAnswerError('the answer was cut off')
      return read(choice.message.content)
    } catch (error) {
      if (isUnpaid(error)) await taken.refund()
      throw error
    }
  }

  return async (question) => {
    try {
      return await askOnce(question)
    } catch (error) {
      if (!mayPass(error) || question.signal.aborted) throw error
      await parts.wait(shortestWaitMs + parts.random() * waitSpreadMs)
      return askOnce(question)
    }
  }
}

function createStream(settings: ModelSettings, parts: { sendLearning: SendLearning; note: Note }): Model['stream'] {
  const { model, answerTimeouts } = settings
  const client = connectProvider(settings, answerTimeouts.wholeMs, streamingFetch)

  return async function* stream({ messages, secrets, signal, taken }) {
    const late = new AbortController()
    const release = abortWith(late, signal)
    const timers = [answerTimeouts.firstMs, answerTimeouts.wholeMs].map((ms) => setTimeout(() => late.abort(), ms))
    const reading = { said: 0, isComplete: false, usage: null as ChatCompletionChunk['usage'] | null }
    try {
      const chunks = await parts.sendLearning((sent) => {
        const body: ChatCompletionCreateParamsStreaming = { model, messages, ...answerParameters(sent), stream: true }
        return during('call', 'model answer', () => client.chat.completions.create(body, { signal: late.signal }))
      }, secrets)
      for await (const chunk of chunks) {
        const text = readChunk(chunk, reading)
        if (text === '') continue
        clearTimeout(timers[0])
        yield text
      }
      if (signal.aborted) return
      if (late.signal.aborted) throw new BadAnswerError('the answer took too long')
      if (reading.said === 0) throw new BadAnswerError('an answer without text')
      if (!reading.isComplete) throw new BadAnswerError('the answer was cut off')
    } catch (error) {
      if (signal.aborted) return
      if (isUnpaid(error) && reading.said === 0) await taken.refund()
      throw error
    } finally {
      for (const timer of timers) clearTimeout(timer)
      release()
      if (reading.said > 0) await parts.note(taken, tokensOf(reading, messages))
    }
  }
}

type Reading = { said: number; isComplete: boolean; usage: ChatCompletionChunk['usage'] | null }

/** A chunk's text without control characters; also records the chunk's metadata. */
function readChunk({ choices, usage }: ChatCompletionChunk, reading: Reading): string {
  reading.usage = usage ?? reading.usage
  const choice = choices?.[0]
  if (choice?.finish_reason === 'content_filter') throw new BadAnswerError('the provider stopped the answer')
  if (choice?.finish_reason) reading.isComplete = true
  const text = (choice?.delta?.content ?? choice?.delta?.refusal ?? '').replaceAll(/(?![\n\t])\p{Cc}/gu, '')
  if (text !== '') reading.said += 1
  return text
}

/** Estimates the usage of a stopped answer: at least a token per chunk, and three characters per token on average. */
function tokensOf({ said, usage }: Reading, messages: ChatMessage[]): Tokens {
  if (usage) return { inputTokens: usage.prompt_tokens, outputTokens: usage.completion_tokens }
  const length = messages.reduce((sum, { content }) => sum + content.length, 0)
  return { inputTokens: Math.ceil(length / 3), outputTokens: said }
}
