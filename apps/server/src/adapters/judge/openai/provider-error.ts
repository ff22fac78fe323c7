import { APIConnectionError, APIError } from 'openai'

/** The model said something that is no answer: cut off, not JSON, wrong shape. Worth one more try. */
export class BadAnswerError extends Error {
  override name = 'BadAnswerError'
}

/** The day's budget has no room for another call, so none was made. */
export class BudgetSpentError extends Error {
  override name = 'BudgetSpentError'
}

/** Worth a second try: too many requests, the server's own fault, no connection, or an answer that makes no sense. */
export function mayPass(error: unknown): boolean {
  if (error instanceof BadAnswerError || error instanceof APIConnectionError) return true
  if (!(error instanceof APIError) || error.code === 'insufficient_quota') return false
  return error.status === 429 || (error.status ?? 0) >= 500
}

/** Nothing will change until an operator changes the settings: wrong key, no such model, no such address. */
export function isPermanent(error: unknown): boolean {
  return error instanceof APIError && [401, 403, 404].includes(error.status ?? 0)
}

/** The provider refused the request or never got it, so that it costs nothing. A call that timed out may have been worked on. */
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
/** So many letters in a row are no coincidence. */
const quoteLength = 16

/**
 * What the provider said, for the log: without keys, in one line, at most 300 characters.
 * @param secrets texts that must not get into a log; a message that quotes a part of one is withheld
 * @returns null when the error did not come from the provider
 */
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

/** Letters and digits alone, so that escapes and line breaks of a quote make no difference. */
function flatten(text: string): string {
  return text
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(/\\u([0-9a-f]{4})/g, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)))
    .replaceAll(/\\[nrt]/g, '')
    .replaceAll(/[^\p{L}\p{N}]/gu, '')
}
