import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { loadContent } from '@kitewise/content/load-content'
import type { ClientBase } from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { fillLearners } from '../test-support/fill-learners.ts'
import { createTestDatabase, type TestDatabase } from '../test-support/test-database.ts'

/** Tables whose size doesn't depend on the number of learners. */
const smallTables = new Set([
  'pin_pepper_print',
  'badge_keys',
  'consent_texts',
  'desk_challenges',
  'desk_enrolments',
  'desk_identities',
  'desk_oidc_attempts',
  'desk_passkeys',
  'desk_recovery_codes',
  'desk_sessions',
  'desk_staff',
  'dispute_readings',
  // As many as staff create.
  'embedded_coupons',
  'gift_batches',
  'gift_codes',
  'inbox_digest_off',
  'job_runners',
  'learning_answers',
  'learning_counts',
  'learning_places',
  'learning_report',
  'learning_weeks',
  'login_failures_by_hour',
  'marked_phrases',
  'model_calls',
  'model_switch',
  'organization_domains',
  'organization_providers',
  'payment_months',
  'practice_passes',
  'schema_migrations',
  'scim_tokens',
  'sign_in_guard',
])

/** Statements that may read a whole table, by file and a part of their text. */
const exceptions: { file: string; part: string; reason: string }[] = [
  {
    file: 'adapters/payments/embedded/books.sql.ts',
    part: "status = 'past_due'",
    reason: 'The embedded provider is for development.',
  },
  {
    file: 'adapters/payments/embedded/seats.sql.ts',
    part: 'join embedded_companies',
    reason: 'The embedded provider is for development.',
  },
  { file: 'features/accounts/users.sql.ts', part: 'as counted', reason: 'It stops at the limit.' },
  {
    file: 'features/support/inbox.sql.ts',
    part: 'from inbox_items i',
    reason: "Staff's list of open items, sorted by what they choose; counting stops at a limit.",
  },
  { file: 'features/support/inbox.sql.ts', part: 'as counted', reason: 'Once a day.' },
  {
    file: 'jobs/job-runners.sql.ts',
    part: 'select distinct locked_by',
    reason: 'Looks for jobs of ended instances now and then; an index would make the start of every job dearer.',
  },
  {
    file: 'observability/queue-figures.sql.ts',
    part: 'from graphile_worker.jobs',
    reason: 'Counts the whole queue, as often as the metrics are read.',
  },
  {
    file: 'desk/deliveries/deliveries.sql.ts',
    part: '',
    reason: "Staff's filters; the lists are read by time, and counting stops at a limit.",
  },
  {
    file: 'features/accounts/passkeys.sql.ts',
    part: 'count(distinct p.user_id)',
    reason: 'kitewise doctor, run by hand.',
  },
  {
    file: 'desk/money/organizations.sql.ts',
    part: "'seats' as plan",
    reason: 'Adds up all running contracts, of which an organization has one.',
  },
  { file: 'features/reports/funnel.sql.ts', part: '', reason: 'A report about everybody, run by hand.' },
]

const source = join(import.meta.dirname, '..')

type Statement = { file: string; text: string }

/** Where the template that starts at `from` (after its backtick) ends, and its text with numbered parameters. */
const readTemplate = (code: string, from: number): { text: string; end: number } => {
  let [text, count] = ['', 0]
  let at = from
  while (code[at] !== '`') {
    if (code.startsWith('${', at)) {
      count += 1
      text += `$${count}`
      at = endOfValue(code, at + 2)
    } else {
      if (code[at] === '\\') at += 1
      text += code[at] ?? ''
      at += 1
    }
  }
  return { text, end: at + 1 }
}

const endOfValue = (code: string, from: number): number => {
  let [depth, at] = [1, from]
  while (depth > 0) {
    const character = code[at] ?? ''
    at += 1
    if (character === '`') at = readTemplate(code, at).end
    else if (character === '{') depth += 1
    else if (character === '}') depth -= 1
  }
  return at
}

/** Every statement of a file that is written as a template, and those that a `read` function puts together from a condition. */
const readStatements = (file: string): Statement[] => {
  const code = readFileSync(join(source, file), 'utf8').replaceAll(/\/\*\*[\s\S]*?\*\//g, '')
  const templates = [...code.matchAll(/\b(?:db|tx)(?:<[^`;]*?>)?`/g)].map(({ index, 0: tag }) =>
    readTemplate(code, index + tag.length).text.trim(),
  )
  const beginning = /unsafe\(\s*`(select[^`]*?)\$\{where\}`/.exec(code)?.[1]
  const columns = /const columns = `([^`]*)`/.exec(code)?.[1] ?? ''
  const conditions = beginning === undefined ? [] : [...code.matchAll(/`(where [^`]*)`|'(where [^'\n]*)'/g)]
  return [...templates, ...conditions.map(({ 1: long, 2: short }) => `${beginning}${long ?? short}`)]
    .map((text) => text.replace('${columns}', columns).replaceAll(/\$\{[^}]*\}/g, ''))
    .filter((text) => /^(select|insert|update|delete|with)\b/.test(text))
    .map((text) => ({ file, text }))
}

const files = readdirSync(source, { recursive: true, encoding: 'utf8' })
  .filter((path) => path.endsWith('.ts') && !/\.test\.ts$|^test-support\//.test(path))
  .sort()
const statements = files.flatMap(readStatements)

type Plan = {
  'Node Type': string
  'Relation Name'?: string
  'Index Name'?: string
  'Index Cond'?: string
  Plans?: Plan[]
}

/** Of each index: its table, and its first column, or null for an expression. */
type Indexes = Map<string, { table: string; first: string | null }>

type Tables = { indexes: Indexes; grows: (table: string) => boolean }

/** Without a condition on its first column, PostgreSQL reads the whole index. */
const isSearched = (condition: string | undefined, first: string | null = null): boolean =>
  condition !== undefined && (first === null || new RegExp(`\\b${first}\\b`).test(condition))

/** Nodes that read all rows of such a table: without an index, or with one that isn't searched, without a limit. */
const findWholeReads = (plan: Plan, tables: Tables, isLimited = false): string[] => {
  const { 'Node Type': type, 'Index Name': name = '', 'Index Cond': condition, Plans: below = [] } = plan
  const index = tables.indexes.get(name)
  const table = plan['Relation Name'] ?? index?.table ?? ''
  const isUnsearched = /Index (Only )?Scan/.test(type) && !isSearched(condition, index?.first) && !isLimited
  const isWhole = (type === 'Seq Scan' || isUnsearched) && tables.grows(table)
  const deeper = below.flatMap((next) => findWholeReads(next, tables, isLimited || type === 'Limit'))
  return isWhole ? [`${type} on ${table}`, ...deeper] : deeper
}

const listIndexes = async (db: TestDatabase['db'], tables: Set<string>): Promise<Indexes> => {
  const rows = await db<{ name: string; table: string; first: string | null }[]>`
    select i.indexrelid::regclass::text as name, t.relname as table, a.attname as first
    from pg_index i join pg_class t on t.oid = i.indrelid
    left join pg_attribute a on a.attrelid = i.indrelid and a.attnum = i.indkey[0] and a.attnum > 0
    where t.relnamespace = 'public'::regnamespace`
  return new Map(rows.filter(({ table }) => tables.has(table)).map(({ name, ...rest }) => [name, rest]))
}

/** The plan that suits any values, which a connection uses after a while. */
const explain = async (client: ClientBase, text: string): Promise<Plan> => {
  await client.query(`prepare looked_at as ${text}`)
  const count = Math.max(0, ...[...text.matchAll(/\$(\d+)/g)].map(({ 1: number }) => Number(number)))
  const values = count === 0 ? '' : `(${Array.from({ length: count }, () => 'null').join(', ')})`
  const { rows } = await client.query<{ 'QUERY PLAN': [{ Plan: Plan }] }>(
    `explain (format json) execute looked_at${values}`,
  )
  await client.query('deallocate looked_at')
  const plan = rows[0]?.['QUERY PLAN'][0].Plan
  if (!plan) throw new Error('no plan')
  return plan
}

/** Our tables, and the queue of jobs, with at least so many rows. */
const listTables = async (db: TestDatabase['db'], rows: number): Promise<Set<string>> => {
  const tables = await db<{ name: string }[]>`
    select relname as name from pg_class
    where relkind = 'r' and (relnamespace = 'public'::regnamespace or relname = '_private_jobs') and reltuples >= ${rows}`
  return new Set(tables.map(({ name }) => name))
}

/** So many that the planner reads their large tables by an index if it can. It reads a small table as a whole. */
const count = 4_000
let database: TestDatabase

beforeAll(async () => {
  database = await createTestDatabase()
  const catalog = loadContent(join(source, '../../../content'))
  await fillLearners(database.address, { count, catalog, now: new Date('2026-05-10T12:00:00Z'), pinHash: 'none' })
}, 120_000)
afterAll(() => database.drop())

describe('the statistics', () => {
  it('of a table with many rows for each learner grow with it', async () => {
    // A positive number of learners is taken from a sample, and much too small for a large table.
    const guessed = await database.db`
      select tablename from pg_stats join pg_class on relname = tablename and relnamespace = 'public'::regnamespace
      where schemaname = 'public' and attname = 'user_id' and n_distinct > 0 and reltuples >= ${count * 10}`
    expect(guessed).toEqual([])
  })
})

describe('query plan', () => {
  it('is known for every file with statements', () => {
    expect(statements.length).toBeGreaterThan(250)
    const found = new Set(statements.map(({ file }) => file))
    expect(files.filter((file) => file.endsWith('.sql.ts') && !found.has(file))).toEqual([])
  })

  it('of no statement reads a whole table that grows with the learners', async () => {
    const problems: string[] = []
    const [all, filled] = [await listTables(database.db, -1), await listTables(database.db, count)]
    // In an empty table, all indexes cost the same, so the planner takes any.
    const indexes = await listIndexes(database.db, await listTables(database.db, count / 40))
    const passes = [
      { seqScan: 'on', tables: { indexes, grows: (table: string) => filled.has(table) } },
      {
        seqScan: 'off',
        tables: { indexes, grows: (table: string) => all.has(table) && !smallTables.has(table) },
      },
    ]
    await database.db.withConnection(async (client) => {
      await client.query('set plan_cache_mode = force_generic_plan')
      for (const { file, text } of statements) {
        if (exceptions.some((exception) => exception.file === file && text.includes(exception.part))) continue
        const reads: string[] = []
        for (const { seqScan, tables } of passes) {
          await client.query(`set enable_seqscan = ${seqScan}`)
          const plan = await explain(client, text).catch((error: Error) => error)
          reads.push(...(plan instanceof Error ? [plan.message] : findWholeReads(plan, tables)))
        }
        if (reads.length > 0)
          problems.push(`${file}: ${text.replaceAll(/\s+/g, ' ').slice(0, 160)}\n    ${reads.join(', ')}`)
      }
    })
    expect(problems).toEqual([])
  }, 60_000)

  it('of every foreign key and every export of a learner has an index', async () => {
    const rows = await database.db<{ name: string }[]>`
      select c.conrelid::regclass || ' ' || c.conname as name from pg_constraint c
      where c.contype = 'f' and c.connamespace = 'public'::regnamespace and c.confrelid <> 'consent_texts'::regclass
        and not exists (select 1 from pg_index i
          where i.indrelid = c.conrelid and (i.indkey::int2[])[0:cardinality(c.conkey) - 1] @> c.conkey)
      union
      select a.attrelid::regclass || ' user_id' from pg_attribute a join pg_class t on t.oid = a.attrelid and t.relkind = 'r'
      where a.attname = 'user_id' and t.relnamespace = 'public'::regnamespace
        and not exists (select 1 from pg_index i where i.indrelid = a.attrelid and (i.indkey::int2[])[0] = a.attnum)`
    expect(rows.map(({ name }) => name)).toEqual([])
  })
})
