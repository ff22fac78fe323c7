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
import { during, type Span } from '../telemetry/signals.ts'
import { DatabaseConnectionError, isStalePlan } from './errors.ts'

/** The embedded server; `host` is the private folder of its socket. */
export type SocketAddress = { host: string; port: number; username: string; database: string }

export type DatabaseAddress = { url: string } | SocketAddress

/** The pool or a transaction. Values of a template are sent apart from its text; `columnTypes` says how columns are read. */
export type Queryable = {
  <T extends readonly object[] = Row[]>(text: TemplateStringsArray, ...values: Value[]): Promise<Rows<T>>
  /** Wraps a value for a json or jsonb column. */
  json: (value: unknown) => JsonText
  /** Sends SQL built at run time. Without values it may contain several statements. */
  unsafe: (text: string, values?: Value[]) => Promise<Rows<Row[]>>
}

export type Tx = Queryable & { readonly isTransaction: true }

export type Db = Queryable & {
  /** Lends a connection to `work`, and discards it when `work` loses the connection. `span`: what its statements are parts of. */
  withConnection: <T>(work: (client: ClientBase, span: Span | null) => Promise<T>) => Promise<T>
  /** The same pool, whose statements are parts of `span`. */
  traced: (span: Span) => Db
  /** How many there are now; `waiting`: how many callers wait for one. */
  connections: () => { total: number; idle: number; waiting: number }
  /** Waits at most `timeout` seconds for running queries, then closes all connections. */
  end: (options?: { timeout?: number }) => Promise<void>
}

/** A request never waits longer for the database than people wait for a page. Milliseconds. */
const requestLimits = {
  statement_timeout: 5_000,
  /** Enforced by the client, for a server that hangs. */
  query_timeout: 5_500,
  lock_timeout: 2_000,
  idle_in_transaction_session_timeout: 10_000,
}

const connectMs = 2_000
/** Connections are renewed now and then, as in most poolers, so that a moved server is found. */
const longestLifeSeconds = 1_800

type ConnectOptions = {
  poolSize?: number
  /**
   * 'none' for migrations, which may take as long as they need. 'pooler' for a pooler in transaction mode, which takes no settings
   * and knows no prepared statements: the limits are then settings of the role (docs/operations.md).
   */
  limits?: 'request' | 'none' | 'pooler'
  /** As PostgreSQL shows it. */
  name?: string
}

/** The driver's pool, for libraries that need one. */
export function createPool(
  address: DatabaseAddress,
  { poolSize = 10, limits = 'request', name = 'kitewise' }: ConnectOptions,
): Pool {
  const place = 'url' in address ? { connectionString: address.url } : { ...address, user: address.username }
  const pool = new Pool({
    ...place,
    ...(limits === 'request' ? requestLimits : {}),
    ...(limits === 'pooler' ? { query_timeout: requestLimits.query_timeout } : {}),
    max: poolSize,
    connectionTimeoutMillis: connectMs,
    idleTimeoutMillis: 0,
    maxLifetimeSeconds: longestLifeSeconds,
    application_name: name,
    keepAlive: true,
    types: columnTypes,
  })
  // A lost connection raises two errors: one for the waiting query, and this one, which would end the process.
  pool.on('error', () => {})
  pool.on('connect', (client) => {
    client.on('error', () => {})
    if (limits === 'pooler') unprepared.add(client)
  })
  return pool
}

/** Connections that a pooler in transaction mode shares: a statement prepared on one may be sent to another. */
const unprepared = new WeakSet<ClientBase>()

const lend = async (pool: Pool): Promise<PoolClient> => {
  try {
    return await pool.connect()
  } catch (error) {
    if (error instanceof DatabaseError) throw error
    throw new DatabaseConnectionError(error)
  }
}

/** After a lost connection or a missing answer the state of a connection is unknown; after other errors it is reusable. */
const breaksConnection = (error: unknown): boolean =>
  error instanceof DatabaseConnectionError ||
  isStalePlan(error) ||
  (error instanceof DatabaseError && error.severity === 'FATAL')

export function makeQueryable(run: <T extends readonly object[]>(statement: Statement) => Promise<Rows<T>>): Queryable {
  return Object.assign(
    async <T extends readonly object[] = Row[]>(strings: TemplateStringsArray, ...values: Value[]) =>
      run<T>({ text: joinText(strings), values: toParameters(values), isPrepared: true }),
    {
      json: (value: unknown) => new JsonText(value),
      unsafe: async (text: string, values: Value[] = []) =>
        run<Row[]>({ text, values: toParameters(values), isPrepared: false }),
    },
  )
}

/** Connects with the first query. Rejects with PostgreSQL's error or a DatabaseConnectionError; see `isDatabaseUnavailable`. */
export function connect(address: DatabaseAddress, options: ConnectOptions = {}): Db {
  const pool = createPool(address, options)
  const end = async ({ timeout = 5 } = {}) => {
    const tooLate = new Promise<void>((resolve) => {
      setTimeout(resolve, timeout * 1000).unref()
    })
    await Promise.race([pool.end(), tooLate])
  }
  const connections = () => ({ total: pool.totalCount, idle: pool.idleCount, waiting: pool.waitingCount })
  const openDb = (span: Span | null): Db => {
    const withConnection = <T>(work: (client: ClientBase, of: Span | null) => Promise<T>) =>
      lendConnection(pool, (client) => work(client, span))
    const queryable = makeQueryable(async <T extends readonly object[]>(statement: Statement) => {
      const run = (again: Partial<Statement>) =>
        lendConnection(pool, (client) => runQuery<T>(client, { ...statement, ...again }, span))
      try {
        return await run({})
      } catch (error) {
        if (!isStalePlan(error)) throw error
        return run({ isPrepared: false })
      }
    })
    return Object.assign(queryable, { withConnection, traced: openDb, connections, end })
  }
  return openDb(null)
}

const lendConnection = async <T>(pool: Pool, work: (client: ClientBase) => Promise<T>): Promise<T> => {
  const client = await lend(pool)
  let isBroken = false
  try {
    return await work(client)
  } catch (error) {
    isBroken = breaksConnection(error)
    throw error
  } finally {
    client.release(isBroken)
  }
}

type Row = Record<string, unknown>

/** The rows; `count` is how many were returned or changed, `command` PostgreSQL's command tag (`INSERT`, `ROLLBACK`). */
type Rows<T> = T & { readonly count: number; readonly command: string }

/** Each query text is prepared once per connection, under a name derived from it. */
const preparedNames = new Map<string, string>()

const nameOf = (text: string): string => {
  const known = preparedNames.get(text)
  if (known !== undefined) return known
  const name = createHash('sha1').update(text).digest('hex')
  preparedNames.set(text, name)
  return name
}

type Statement = { text: string; values: unknown[]; isPrepared: boolean }

/** SQL errors and our own keep their type; anything else means a lost connection. */
const toDatabaseError = (error: unknown): unknown =>
  error instanceof DatabaseError || error instanceof RangeError || error instanceof TypeError
    ? error
    : new DatabaseConnectionError(error)

/** Sends one statement. Several statements in one text must not be prepared; the last one's rows are returned. */
export async function runQuery<T extends readonly object[]>(
  client: ClientBase,
  { text, values, isPrepared }: Statement,
  span: Span | null = null,
): Promise<Rows<T>> {
  let answer: QueryResult | QueryResult[]
  const send = (): Promise<QueryResult | QueryResult[]> => {
    if (isPrepared && !unprepared.has(client)) return client.query({ name: nameOf(text), text, values })
    return values.length === 0 ? client.query(text) : client.query({ text, values })
  }
  try {
    answer = await during('statement', firstWordOf(text), send, span)
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

const statementWord =
  /^[\s(]*(select|insert|update|delete|with|begin|commit|rollback|set|copy|listen|create|alter|drop|lock)\b/i

/** What metrics and traces show of a statement. */
const firstWordOf = (text: string): string => statementWord.exec(text)?.[1]?.toLowerCase() ?? 'other'

class JsonText {
  readonly text: string

  constructor(value: unknown) {
    this.text = JSON.stringify(value)
  }
}

type Value = string | number | boolean | Date | Buffer | null | JsonText | readonly string[] | readonly number[]

const toParameter = (value: Value): unknown => {
  // A missing property is a bug that NULL would hide.
  if (value === undefined) throw new TypeError('A query was given undefined. For NULL give null.')
  if (value instanceof JsonText) return value.text
  // The driver would use the machine's time zone.
  return value instanceof Date ? value.toISOString() : value
}

const joinText = (strings: readonly string[]): string =>
  strings.map((part, index) => (index === 0 ? part : `$${index}${part}`)).join('')

const toParameters = (values: readonly Value[]): unknown[] => values.map(toParameter)

const parseBigint = (text: string): number => {
  const value = Number(text)
  if (!Number.isSafeInteger(value)) throw new RangeError(`A bigint of the database is too large for a number: ${text}`)
  return value
}

const { INT8, DATE } = types.builtins

/** Reads bigint as a number (throws when it does not fit), date as text (a day has no time zone), timestamptz as a Date. */
const columnTypes: CustomTypesConfig = {
  getTypeParser: (type, format) => {
    if (type === INT8) return parseBigint
    if (type === DATE) return (text: string) => text
    return types.getTypeParser(type, format ?? 'text') as (value: string) => unknown
  },
}
