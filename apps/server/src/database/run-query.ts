import { createHash } from 'node:crypto'
import { type ClientBase, DatabaseError, type QueryResult } from 'pg'
import { DatabaseConnectionError } from './is-database-unavailable.ts'

export type Row = Record<string, unknown>

/** The rows; `count` is how many were given or changed, `command` what PostgreSQL says it has done (`INSERT`, `ROLLBACK`). */
export type Rows<T> = T & { readonly count: number; readonly command: string }

/** One query text is prepared once per connection, under a name made from it. */
const preparedNames = new Map<string, string>()

const nameOf = (text: string): string => {
  const known = preparedNames.get(text)
  if (known !== undefined) return known
  const name = createHash('sha1').update(text).digest('hex')
  preparedNames.set(text, name)
  return name
}

export type Statement = { text: string; values: unknown[]; isPrepared: boolean }

/** The errors of SQL itself and of our own types keep their kind; anything else means that the connection is gone. */
const toDatabaseError = (error: unknown): unknown =>
  error instanceof DatabaseError || error instanceof RangeError || error instanceof TypeError
    ? error
    : new DatabaseConnectionError(error)

/** Sends one statement over this connection. A text of several statements must not be prepared and gives its last rows. */
export const runQuery = async <T extends readonly object[]>(
  client: ClientBase,
  { text, values, isPrepared }: Statement,
): Promise<Rows<T>> => {
  let answer: QueryResult | QueryResult[]
  try {
    if (isPrepared) answer = await client.query({ name: nameOf(text), text, values })
    else answer = await (values.length === 0 ? client.query(text) : client.query({ text, values }))
  } catch (error) {
    throw toDatabaseError(error)
  }
  const last = Array.isArray(answer) ? answer.at(-1) : answer
  // Not enumerable, so that the rows compare equal to a plain array.
  return Object.defineProperties<unknown>(last?.rows ?? [], {
    count: { value: last?.rowCount ?? 0 },
    command: { value: last?.command ?? '' },
  }) as Rows<T>
}
