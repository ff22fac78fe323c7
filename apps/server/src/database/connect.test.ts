import { createServer, type Server } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../test-support/test-database.ts'
import { connect } from './connect.ts'
import { isDatabaseUnavailable } from './errors.ts'
import { inTransaction } from './transaction.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase('empty')
})
afterAll(() => database.drop())

const rejection = async (promise: Promise<unknown>): Promise<unknown> => {
  try {
    await promise
  } catch (error) {
    return error
  }
  throw new Error('It was expected to fail.')
}

describe('connection', () => {
  it('sets timeouts so that no request waits forever', async () => {
    const [row] = await database.db`
      select current_setting('statement_timeout') as statement, current_setting('lock_timeout') as lock,
        current_setting('idle_in_transaction_session_timeout') as idle`
    expect(row).toEqual({ statement: '5s', lock: '2s', idle: '10s' })
  })

  it('returns a bigint as a number and rejects one that a number cannot hold', async () => {
    const [row] =
      await database.db`select 9007199254740991::bigint as largest, count(*) as rows from (values (1), (2)) v`
    expect(row).toEqual({ largest: 9_007_199_254_740_991, rows: 2 })
    expect(await rejection(database.db`select 9007199254740993::bigint as large`)).toBeInstanceOf(RangeError)
  })

  it('still works after a result could not be parsed', async () => {
    await rejection(database.db`select 9007199254740993::bigint as large`)
    expect(await database.db`select 1 as one`).toEqual([{ one: 1 }])
  })

  it('gives up waiting for a lock with a retryable error', async () => {
    await database.db`create table locked (id int primary key)`
    await database.db`insert into locked values (1)`
    const other = connect(database.address, { poolSize: 1 })
    const error = await inTransaction(database.db, async (tx) => {
      await tx`select from locked where id = 1 for update`
      return rejection(other`update locked set id = 2 where id = 1`)
    })
    await other.end()
    expect(error).toMatchObject({ code: '55P03' })
    expect(isDatabaseUnavailable(error)).toBe(true)
  })

  it('does not leak rows of a failed query into the next one', async () => {
    const db = connect(database.address, { poolSize: 1 })
    await rejection(db`select 10 / (4 - n) as part from generate_series(1, 6) n`)
    expect(await db`select n from generate_series(1, 2) n`).toEqual([{ n: 1 }, { n: 2 }])
    await db.end()
  })

  it('prepares statements again after a schema change', async () => {
    await database.db`create table widened (id int)`
    await database.db`insert into widened values (1)`
    const db = connect(database.address, { poolSize: 1 })
    const read = () => db`select * from widened`
    expect(await read()).toEqual([{ id: 1 }])
    await database.db`alter table widened add column name text default 'new'`
    expect(await read()).toEqual([{ id: 1, name: 'new' }])
    await db.end()
  })

  it('rejects undefined, which would be sent as NULL', async () => {
    const missing = undefined as unknown as null
    expect(await rejection(database.db`select ${missing}::text as nothing`)).toBeInstanceOf(TypeError)
  })

  it('round-trips dates, days, lists, bytes and JSON', async () => {
    const at = new Date('2026-03-29T01:30:00.123Z')
    const bytes = Buffer.from([0, 255, 39])
    const [row] = await database.db`
      select ${at}::timestamptz as at, '2026-03-29'::date as day, ${['a,b', '"c"']}::text[] as list, ${bytes}::bytea as bytes,
        ${database.db.json({ prompt: "it's" })}::jsonb as json, ${null}::int as nothing`
    expect(row).toEqual({ at, day: '2026-03-29', list: ['a,b', '"c"'], bytes, json: { prompt: "it's" }, nothing: null })
  })

  it('recovers after the server closes it', async () => {
    const db = connect(database.address, { poolSize: 1 })
    const cut = await rejection(db`select pg_terminate_backend(pg_backend_pid())`)
    expect(isDatabaseUnavailable(cut)).toBe(true)
    for (let one = 1; one < 4; one += 1) expect(await db`select ${one}::int as one`).toEqual([{ one }])
    await db.end()
  })
})

describe('unreachable server', () => {
  let silent: Server
  let port: number
  beforeAll(async () => {
    silent = createServer()
    await new Promise<void>((resolve) => {
      silent.listen(0, '127.0.0.1', resolve)
    })
    port = (silent.address() as { port: number }).port
  })
  afterAll(() => silent.close())

  it('times out within two seconds when the server accepts the connection but never answers', async () => {
    const db = connect({ url: `postgres://nobody@127.0.0.1:${port}/nothing` }, { poolSize: 1 })
    const begin = performance.now()
    const error = await rejection(db`select 1`)
    expect(performance.now() - begin).toBeLessThan(2_500)
    expect(isDatabaseUnavailable(error)).toBe(true)
    await db.end({ timeout: 0 })
  })

  it('fails immediately when nothing listens, every time', async () => {
    const db = connect({ host: '/nonexistent', port: 5432, username: 'nobody', database: 'nothing' }, { poolSize: 1 })
    const begin = performance.now()
    for (let attempt = 0; attempt < 5; attempt += 1)
      expect(isDatabaseUnavailable(await rejection(db`select 1`))).toBe(true)
    expect(performance.now() - begin).toBeLessThan(2_500)
    await db.end({ timeout: 0 })
  })
})

describe('permanent error', () => {
  it('is not reported as unavailable', async () => {
    expect(isDatabaseUnavailable(await rejection(database.db`select * from missing`))).toBe(false)
    expect(isDatabaseUnavailable(new Error('a bug'))).toBe(false)
    expect(isDatabaseUnavailable(Object.assign(new Error('no file'), { code: 'ENOENT', syscall: 'open' }))).toBe(false)
  })
})

describe('transaction', () => {
  beforeAll(() => database.db`create table kept (id int primary key)`)

  it('commits and returns the result when the work succeeds', async () => {
    const result = await inTransaction(database.db, async (tx) => {
      await tx`insert into kept values (1)`
      return 'done'
    })
    expect(result).toBe('done')
    expect(await database.db`select id from kept`).toEqual([{ id: 1 }])
  })

  it('rolls back when the work throws', async () => {
    const error = await rejection(
      inTransaction(database.db, async (tx) => {
        await tx`insert into kept values (2)`
        throw new Error('changed my mind')
      }),
    )
    expect(error).toMatchObject({ message: 'changed my mind' })
    expect(await database.db`select id from kept where id = 2`).toEqual([])
  })

  it('fails when one of its queries failed and the work ignored that', async () => {
    const error = await rejection(
      inTransaction(database.db, async (tx) => {
        await tx`insert into kept values (3)`
        await rejection(tx`insert into kept values (3)`)
        return 'done'
      }),
    )
    expect(error).toMatchObject({ message: expect.stringContaining('undone') })
    expect(await database.db`select id from kept where id = 3`).toEqual([])
  })

  it('ends when its connection is lost: later queries fail and write nothing elsewhere', async () => {
    const db = connect(database.address, { poolSize: 1 })
    const error = await rejection(
      inTransaction(db, async (tx) => {
        const [own] = await tx<{ pid: number }[]>`select pg_backend_pid() as pid`
        await tx`insert into kept values (4)`
        await database.db`select pg_terminate_backend(${own?.pid ?? 0}, 2000)`
        await rejection(tx`insert into kept values (5)`)
        return 'done'
      }),
    )
    expect(isDatabaseUnavailable(error)).toBe(true)
    expect(await db`select id from kept where id in (4, 5)`).toEqual([])
    await db.end()
  })

  it('rejects queries after its end', async () => {
    const { tx } = await inTransaction(database.db, async (tx) => ({ tx }))
    expect(await rejection(tx`insert into kept values (6)`)).toBeInstanceOf(TypeError)
  })
})
