import { APIError } from 'openai'
import type { ChatCompletionCreateParamsBase } from 'openai/resources/chat/completions'

/** Twelve points with a quote each, in a language with several tokens per word. */
const verdictTokens = 900
const answerTokens = 400
/** Reasoning tokens count as output tokens. */
const reasoningTokens = 1_500

const formats = ['json_schema', 'json_object', 'text'] as const
const efforts = ['none', 'minimal', 'low'] as const

/** The parameters in which models and servers differ; null where one is omitted. */
export type ModelParameters = {
  tokenLimit: 'max_completion_tokens' | 'max_tokens' | null
  temperature: 0 | null
  reasoningEffort: (typeof efforts)[number] | null
  responseFormat: (typeof formats)[number]
  /** Whether a streamed answer ends with its token usage. */
  streamUsage: boolean
  reasons: boolean
}

export type AnswerSchema = { name: string; schema: Record<string, unknown> }

/** The initial guess for a model. Reasoning models reject a temperature; all others reject an effort. */
export function firstParameters(model: string): ModelParameters {
  const reasons = /^(?:o\d|gpt-(?:[5-9]|\d\d))(?!.*chat)/.test(model.slice(model.lastIndexOf('/') + 1))
  return {
    tokenLimit: 'max_completion_tokens',
    temperature: reasons ? null : 0,
    reasoningEffort: reasons ? 'none' : null,
    responseFormat: 'json_schema',
    streamUsage: true,
    reasons,
  }
}

type Parameters = Omit<Partial<ChatCompletionCreateParamsBase>, 'model' | 'messages' | 'stream'>

export function verdictParameters(sent: ModelParameters, { name, schema }: AnswerSchema): Parameters {
  const { temperature, responseFormat } = sent
  return {
    ...commonParameters(sent, verdictTokens),
    ...(temperature !== null && { temperature }),
    response_format:
      responseFormat === 'json_schema'
        ? { type: responseFormat, json_schema: { name, strict: true, schema } }
        : { type: responseFormat },
  }
}

export function answerParameters(sent: ModelParameters): Parameters {
  return {
    ...commonParameters(sent, answerTokens),
    ...(sent.streamUsage && { stream_options: { include_usage: true } }),
  }
}

function commonParameters({ tokenLimit, reasoningEffort, reasons }: ModelParameters, tokens: number): Parameters {
  const most = reasons && reasoningEffort !== 'none' ? tokens + reasoningTokens : tokens
  return { ...(tokenLimit && { [tokenLimit]: most }), ...(reasoningEffort && { reasoning_effort: reasoningEffort }) }
}

/** The parameters to try after an error that names one; null when there is nothing to learn. Each step removes something. */
export function learnFrom(error: unknown, sent: ModelParameters): ModelParameters | null {
  if (!(error instanceof APIError) || ![400, 422].includes(error.status ?? 0)) return null
  const named = nameIn(error)
  switch (named) {
    case 'tokenLimit':
      return sent.tokenLimit && { ...sent, tokenLimit: sent.tokenLimit === 'max_tokens' ? null : 'max_tokens' }
    case 'temperature':
      return sent.temperature === null ? null : { ...sent, temperature: null }
    case 'reasoningEffort':
      return sent.reasoningEffort && { ...sent, reasoningEffort: nextEffort(error, sent.reasoningEffort) }
    case 'responseFormat':
      return withNextFormat(sent)
    case 'streamUsage':
      return sent.streamUsage ? { ...sent, streamUsage: false } : null
    case null:
      return null
    default:
      return named satisfies never
  }
}

function withNextFormat(sent: ModelParameters): ModelParameters | null {
  const next = formats[formats.indexOf(sent.responseFormat) + 1]
  return next ? { ...sent, responseFormat: next } : null
}

/** A model that knows the parameter but not this value may accept the next one. */
function nextEffort(error: APIError, sent: (typeof efforts)[number]): ModelParameters['reasoningEffort'] {
  const isValue =
    error.code === 'unsupported_value' || /unsupported value|does not support|invalid value/i.test(error.message)
  return isValue ? (efforts[efforts.indexOf(sent) + 1] ?? null) : null
}

const names = [
  ['tokenLimit', /max_(?:completion_)?tokens/i],
  ['temperature', /temperature/i],
  ['reasoningEffort', /reasoning[_.]effort/i],
  ['responseFormat', /response_format|json_schema|json_object|json mode/i],
  ['streamUsage', /stream_options|include_usage/i],
] as const

/** Uses the error's field for the parameter, or else its message. */
function nameIn(error: APIError): (typeof names)[number][0] | null {
  for (const text of [error.param ?? '', error.message]) {
    const found = names.find(([, pattern]) => pattern.test(text))
    if (found) return found[0]
  }
  return null
}
