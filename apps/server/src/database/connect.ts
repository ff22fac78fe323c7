import { createHash } from 'node:crypto'
import {
  type ClientBase,
  type CustomTypesConfig,
  DatabaseError,
  Pool,
  type PoolClient,
  type QueryResult,
  types,
} from 'pg'
import { DatabaseConnectionError, isStalePlan } from './errors.ts'

/** A database of the embedded server; `host` is the private folder of its socket. */
export type SocketAddress = { host: string; port: number; username: string; database: string }

/** Where PostgreSQL is: DATABASE_URL, or the embedded server. */
export type DatabaseAddress = { url: string } | SocketAddress

/**
 * What a query function takes as its first argument: the pool or a transaction. Queries are tagged templates whose values
 * travel apart from the text: ``db<User[]>`select … where id = ${id}` ``. See column-types.ts for how columns arrive.
 */
export type Queryable = {
  <T extends readonly object[] = Row[]>(text: TemplateStringsArray, ...values: Value[]): Promise<Rows<T>>
  /** Wraps a value for a json or jsonb column. */
  json: (value: unknown) => JsonText
  /** Sends SQL that is made at run time. Without values it may hold several statements. */
  unsafe: (text: string, values?: Value[]) => Promise<Rows<Row[]>>
}

/** One open transaction. */
export type Tx = Queryable & { readonly isTransaction: true }

/** The pool of connections. */
export type Db = Queryable & {
  /** Lends a connection for the time of `work`; it is thrown away when `work` ends with a lost connection. */
  withConnection: <T>(work: (client: ClientBase) => Promise<T>) => Promise<T>
  /** Waits for running queries, at most `timeout` seconds, and closes all connections. */
  end: (options?: { timeout?: number }) => Promise<void>
}

/** Figures of the reliability rules: a request never waits longer for the database than people wait for a page. */
const requestLimits = {
  statement_timeout: 5_000,
  /** Ours, for a server that hangs and does not keep its own limit. */
  query_timeout: 5_500,
  lock_timeout: 2_000,
  idle_in_transaction_session_timeout: 10_000,
}

const connectMs = 2_000
/** As in most poolers: a connection is made anew now and then, so that a moved server is found. */
const longestLifeSeconds = 1_800

type ConnectOptions = {
  /** Most connections at once. */
  poolSize?: number
  /** 'none' for migrations, which may take as long as they need. */
  limits?: 'request' | 'none'
}

/** A plain pool of the driver, for a library that asks for one. */
export const createPool = (address: DatabaseAddress, { poolSize = 10, limits = 'request' }: ConnectOptions): Pool => {
  const place = 'url' in address ? { connectionString: address.url } : { ...address, user: address.username }
  const pool = new Pool({
    ...place,
    ...(limits === 'request' ? requestLimits : {}),
    max: poolSize,
    connectionTimeoutMillis: connectMs,
    idleTimeoutMillis: 0,
    maxLifetimeSeconds: longestLifeSeconds,
    application_name: 'kitewise',
    keepAlive: true,
    types: columnTypes,
  })
  // A lost connection tells it twice: to the query that waits on it, and here, where it would end the process.
  pool.on('error', () => {})
  pool.on('connect', (client) => client.on('error', () => {}))
  return pool
}

const lend = async (pool: Pool): Promise<PoolClient> => {
  try {
    return await pool.connect()
  } catch (error) {
    if (error instanceof DatabaseError) throw error
    throw new DatabaseConnectionError(error)
  }
}

/** After a lost connection or a missing answer nobody knows what it still holds; other errors leave it as good as it was. */
const spoils = (error: unknown): boolean =>
  error instanceof DatabaseConnectionError ||
  isStalePlan(error) ||
  (error instanceof DatabaseError && error.severity === 'FATAL')

/** Makes tagged templates out of a way to run statements. */
export const makeQueryable = (
  run: <T extends readonly object[]>(statement: Statement) => Promise<Rows<T>>,
): Queryable =>
  Object.assign(
    async <T extends readonly object[] = Row[]>(strings: TemplateStringsArray, ...values: Value[]) =>
      run<T>({ text: joinText(strings), values: toParameters(values), isPrepared: true }),
    {
      json: (value: unknown) => new JsonText(value),
      unsafe: async (text: string, values: Value[] = []) =>
        run<Row[]>({ text, values: toParameters(values), isPrepared: false }),
    },
  )

/**
 * Makes a pool of connections. Nothing is sent before the first query.
 * Queries reject with PostgreSQL's error or a DatabaseConnectionError; `isDatabaseUnavailable` tells which mean "later".
 */
export const connect = (address: DatabaseAddress, options: ConnectOptions = {}): Db => {
  const pool = createPool(address, options)
  const withConnection = async <T>(work: (client: ClientBase) => Promise<T>): Promise<T> => {
    const client = await lend(pool)
    let isSpoilt = false
    try {
      return await work(client)
    } catch (error) {
      isSpoilt = spoils(error)
      throw error
    } finally {
      client.release(isSpoilt)
    }
  }
  const end = async ({ timeout = 5 } = {}) => {
    const tooLate = new Promise<void>((resolve) => {
      setTimeout(resolve, timeout * 1000).unref()
    })
    await Promise.race([pool.end(), tooLate])
  }
  const queryable = makeQueryable(async <T extends readonly object[]>(statement: Statement) => {
    const run = (again: Partial<Statement>) =>
      withConnection((client) => runQuery<T>(client, { ...statement, ...again }))
    try {
      return await run({})
    } catch (error) {
      if (!isStalePlan(error)) throw error
      return run({ isPrepared: false })
    }
  })
  return Object.assign(queryable, { withConnection, end })
}

type Row = Record<string, unknown>

/** The rows; `count` is how many were given or changed, `command` what PostgreSQL says it has done (`INSERT`, `ROLLBACK`). */
type Rows<T> = T & { readonly count: number; readonly command: string }

/** One query text is prepared once per connection, under a name made from it. */
const preparedNames = new Map<string, string>()

const nameOf = (text: string): string => {
  const known = preparedNames.get(text)
  if (known !== undefined) return known
  const name = createHash('sha1').update(text).digest('hex')
  preparedNames.set(text, name)
  return name
}

type Statement = { text: string; values: unknown[]; isPrepared: boolean }

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

/** A value for a json or jsonb column. */
class JsonText {
  readonly text: string

  constructor(value: unknown) {
    this.text = JSON.stringify(value)
  }
}

/** What may stand in a query as `${value}`: it travels beside the text, never inside it. */
type Value = string | number | boolean | Date | Buffer | null | JsonText | readonly string[] | readonly number[]

const toParameter = (value: Value): unknown => {
  // A missing property is a mistake of ours; as NULL it would go unnoticed.
  if (value === undefined) throw new TypeError('A query was given undefined. For NULL give null.')
  if (value instanceof JsonText) return value.text
  // The driver would write a date in the machine's own time zone.
  return value instanceof Date ? value.toISOString() : value
}

/** The text with $1, $2, … for the values. */
const joinText = (strings: readonly string[]): string =>
  strings.map((part, index) => (index === 0 ? part : `$${index}${part}`)).join('')

const toParameters = (values: readonly Value[]): unknown[] => values.map(toParameter)

const parseBigint = (text: string): number => {
  const value = Number(text)
  if (!Number.isSafeInteger(value)) throw new RangeError(`A bigint of the database is too large for a number: ${text}`)
  return value
}

const { INT8, DATE } = types.builtins

/**
 * How columns arrive: bigint as a number (one that a number cannot hold exactly is an error), date as its text `2026-03-29`
 * (a day has no time zone), timestamptz as a Date, numeric as text, json parsed.
 */
const columnTypes: CustomTypesConfig = {
  getTypeParser: (type, format) => {
    if (type === INT8) return parseBigint
    if (type === DATE) return (text: string) => text
    return types.getTypeParser(type, format ?? 'text') as (value: string) => unknown
  },
}
