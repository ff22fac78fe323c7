import { type DeskAnswer, type DeskEndpointName, deskEndpoints, type DeskRequestInput } from '@kitewise/contract/desk'
import type { ErrorAnswer } from '@kitewise/contract/errors'
import { answerWithPasskey } from './passkey.ts'

type Input<N extends DeskEndpointName> = (DeskRequestInput<N>['body'] extends undefined
  ? { body?: undefined }
  : { body: DeskRequestInput<N>['body'] }) &
  (string extends keyof DeskRequestInput<N>['params']
    ? { params?: undefined }
    : { params: DeskRequestInput<N>['params'] }) & {
    query?: Partial<DeskRequestInput<N>['query']>
  }

export type Data<N extends DeskEndpointName> = DeskAnswer<N> extends { data: infer D } ? D : never

type Arguments<N extends DeskEndpointName> = object extends Input<N> ? [input?: Input<N>] : [input: Input<N>]

/** A refusal of the server, with a sentence for staff. */
export class RefusedError extends Error {
  readonly code: string

  constructor(code: string, message: string) {
    super(message)
    this.code = code
  }
}

/** The address of an endpoint, for calls and for links to files. */
function addressOf(name: DeskEndpointName, params: object = {}, query: object = {}): string {
  const path = deskEndpoints[name].path.replaceAll(/\{(\w+)\}/g, (_all, key: string) =>
    encodeURIComponent(String(Object.entries(params).find(([known]) => known === key)?.[1])),
  )
  const pairs = Object.entries(query).filter(([, value]) => value !== undefined && value !== '')
  return pairs.length === 0 ? path : `${path}?${new URLSearchParams(pairs.map(([key, value]) => [key, String(value)]))}`
}

/** Calls an endpoint of the desk. @throws RefusedError for every answer but a success, and when there is no connection */
export async function call<N extends DeskEndpointName>(name: N, ...[input]: Arguments<N>): Promise<Data<N>> {
  const answer = (await (await request(name, input)).json()) as { data: Data<N> }
  return answer.data
}

/** Calls an endpoint whose answer is a file, and has the browser save it. @throws RefusedError like `call` */
export async function saveFile<N extends DeskEndpointName>(name: N, ...[input]: Arguments<N>): Promise<void> {
  const response = await request(name, input)
  const [, fileName = 'file'] = /filename="([^"]+)"/.exec(response.headers.get('content-disposition') ?? '') ?? []
  const address = URL.createObjectURL(await response.blob())
  const link = Object.assign(document.createElement('a'), { href: address, download: fileName })
  link.click()
  // Safari reads it only after it has asked where to put the file.
  setTimeout(() => URL.revokeObjectURL(address), 60_000)
}

const request = async (name: DeskEndpointName, input: unknown): Promise<Response> => {
  const { body, params, query } = (input ?? {}) as { body?: unknown; params?: object; query?: object }
  const response = await fetch(addressOf(name, params, query), {
    method: deskEndpoints[name].method,
    ...(body === undefined ? {} : { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
  }).catch(() => {
    throw new RefusedError('network', 'No connection to the server. Nothing was changed unless the page shows it.')
  })
  if (response.ok) return response
  throw refusalIn(await response.json().catch(() => null), response.status)
}

const refusalIn = (answer: unknown, status: number): RefusedError => {
  const error = (answer as ErrorAnswer | null)?.error
  if (!error) return new RefusedError('unknown', `The server answered with ${status}.`)
  const details = Array.isArray(error.details) ? (error.details as { field?: string; message?: string }[]) : []
  const fields = details.map(({ field = '', message = '' }) => `${field.replace(/^body\./, '')}: ${message}`).join('; ')
  return new RefusedError(error.name, fields === '' ? error.message : `${error.message} ${fields}`)
}

type Query<N extends DeskEndpointName> = Partial<DeskRequestInput<N>['query']>

/** A table's state as the query of its endpoint; the server refuses what a changed address could contain. */
export function queryOf<N extends DeskEndpointName>(query: Record<string, string>): Query<N> {
  return query as Query<N>
}

/** A text field of a form, or an empty text. */
export function textIn(form: FormData, name: string): string {
  const value = form.get(name)
  return typeof value === 'string' ? value : ''
}

/** Asks for the passkey once more, for ten minutes of actions that need it. */
async function stepUp(): Promise<void> {
  const passkey = await answerWithPasskey(await call('deskStepUpOptions'))
  await call('deskStepUp', { body: { passkey } })
}

/** Runs an action, and again after a step-up if the server asks for one. */
export async function withStepUp<T>(action: () => Promise<T>): Promise<T> {
  try {
    return await action()
  } catch (error) {
    if (!(error instanceof RefusedError) || error.code !== 'step_up_required') throw error
    await stepUp()
    return action()
  }
}

/** A sentence about any failure, also of the browser's passkey dialog. */
export function sentenceOf(error: unknown): string {
  return error instanceof Error ? error.message : 'Something went wrong.'
}
