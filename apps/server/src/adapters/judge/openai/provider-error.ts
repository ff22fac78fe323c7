import { APIConnectionError, APIError } from 'openai'

/** The model's output is unusable: cut off, not JSON, or the wrong shape. Worth one retry. */
export class BadAnswerError extends Error {
  override name = 'BadAnswerError'
}

export class BudgetSpentError extends Error {
  override name = 'BudgetSpentError'
}

/** Worth a retry: too many requests, a server error, no connection, or an unusable answer. */
export function mayPass(error: unknown): boolean {
  if (error instanceof BadAnswerError || error instanceof APIConnectionError) return true
  if (!(error instanceof APIError) || error.code === 'insufficient_quota') return false
  return error.status === 429 || (error.status ?? 0) >= 500
}

/** Permanent until an operator changes the settings: wrong key, unknown model, wrong URL. */
export function isPermanent(error: unknown): boolean {
  return error instanceof APIError && [401, 403, 404].includes(error.status ?? 0)
}

/** The provider refused the request or never received it, so it costs nothing. A call that timed out may be charged. */
export function isUnpaid(error: unknown): boolean {
  if (!(error instanceof APIError)) return false
  return error.status !== undefined || /ECONNREFUSED|ENOTFOUND|EAI_AGAIN/.test(causesOf(error))
}

function causesOf(error: unknown): string {
  if (!(error instanceof Error)) return ''
  const { code = '' } = error as NodeJS.ErrnoException
  return `${code} ${error.message} ${causesOf(error.cause)}`
}

const longestMessage = 300
const keyPattern = /\b(?:sk|rk|org|proj|key)[-_][\w*.-]{4,}/g
/** A match of this many letters counts as a quote. */
const quoteLength = 16

/** For the log: one line without keys, withheld when it quotes a secret text. Null when the provider did not send the error. */
export function providerMessage(
  error: unknown,
  secrets: { apiKey: string | null; texts: readonly string[] },
): string | null {
  if (!(error instanceof APIError) || error.status === undefined) return null
  const { apiKey } = secrets
  const message = (apiKey ? error.message.replaceAll(apiKey, '[key]') : error.message).replaceAll(keyPattern, '[key]')
  const line = message.replaceAll(/[\s\p{Cc}]+/gu, ' ').trim()
  if (secrets.texts.some((text) => quotes(line, text))) return '[withheld: it quotes the request]'
  return Array.from(line).slice(0, longestMessage).join('')
}

function quotes(message: string, secret: string): boolean {
  const said = flatten(message)
  const hidden = flatten(secret)
  const length = Math.min(quoteLength, hidden.length)
  if (length < 4) return false
  for (let start = 0; start + length <= said.length; start += 1)
    if (hidden.includes(said.slice(start, start + length))) return true
  return false
}

/** Letters and digits only, so that escapes and line breaks in a quote do not matter. */
function flatten(text: string): string {
  return text
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(/\\u([0-9a-f]{4})/g, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)))
    .replaceAll(/\\[nrt]/g, '')
    .replaceAll(/[^\p{L}\p{N}]/gu, '')
}
