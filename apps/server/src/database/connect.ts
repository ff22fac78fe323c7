import postgres from 'postgres'

/** A database of the embedded server; `host` is the private folder of its socket. */
export type SocketAddress = { host: string; port: number; username: string; database: string }

/** Where PostgreSQL is: DATABASE_URL, or the embedded server. */
export type DatabaseAddress = { url: string } | SocketAddress

/** Columns of type bigint arrive as JavaScript numbers; a value that a number cannot hold exactly is an error. */
type ColumnTypes = { bigint: number }

/** The pool: tagged templates are queries. `date` columns become a Date at midnight UTC: select `column::text` for a plain day. */
export type Db = postgres.Sql<ColumnTypes>

/** One open transaction. */
export type Tx = postgres.TransactionSql<ColumnTypes>

/** What a query function takes as its first argument: the pool or a transaction. */
export type Queryable = Db | Tx

/** Figures of the reliability rules: a request never waits longer for the database than people wait for a page. */
const limits = {
  connectSeconds: 2,
  statementMs: 5_000,
  lockMs: 2_000,
  idleInTransactionMs: 10_000,
  longestReconnectPauseSeconds: 0.4,
}

const int8 = 20

const parseBigint = (text: string): number => {
  const value = Number(text)
  if (!Number.isSafeInteger(value)) throw new RangeError(`A bigint of the database is too large for a number: ${text}`)
  return value
}

const settings = (poolSize: number) => ({
  max: poolSize,
  connect_timeout: limits.connectSeconds,
  // Own figures: the library pauses up to 20 s, in which a database that is back again would go unnoticed.
  backoff: (retries: number) => Math.min(3 ** retries / 100, limits.longestReconnectPauseSeconds),
  onnotice: () => {},
  types: { bigint: { to: int8, from: [int8], serialize: String, parse: parseBigint } },
  connection: {
    application_name: 'kitewise',
    statement_timeout: limits.statementMs,
    lock_timeout: limits.lockMs,
    idle_in_transaction_session_timeout: limits.idleInTransactionMs,
  },
})

/**
 * Makes a pool of connections. Nothing is sent before the first query.
 * Queries reject with the driver's errors; `isDatabaseUnavailable` tells which of them mean "try again later".
 * End it with `db.end({ timeout: seconds })`.
 */
export const connect = (address: DatabaseAddress, poolSize = 10): Db =>
  'url' in address ? postgres(address.url, settings(poolSize)) : postgres({ ...address, ...settings(poolSize) })
