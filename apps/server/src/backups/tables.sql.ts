import type { Queryable } from '../database/connect.ts'

/**
 * Not in a backup. Sessions, links, calendar addresses and pages that were ended after the backup would work again; the mailbox has links in
 * its texts; the rest describes the running moment. Job queue (schema `graphile_worker`): jobs find their work in tables.
 */
export const leftOut: readonly string[] = [
  'schema_migrations',
  'sessions',
  'one_time_tokens',
  'calendar_feeds',
  'desk_sessions',
  'desk_enrolments',
  'desk_challenges',
  'passkey_challenges',
  'desk_oidc_attempts',
  'organization_sign_in_attempts',
  'organization_links',
  'embedded_card_pages',
  'mailbox_mails',
  'rate_limits',
  'job_runners',
]

/** `columns` are quoted, `order` is SQL: the primary key, in an order that all servers agree on. */
export type BackupTable = { name: string; columns: string[]; order: string }

/** Every table but `leftOut`, each after the tables that its foreign keys name. */
export async function listBackupTables(db: Queryable): Promise<BackupTable[]> {
  const tables = await db<(BackupTable & { parents: string[] })[]>`
    select c.relname as name,
      array(select quote_ident(attname) from pg_attribute
        where attrelid = c.oid and attnum > 0 and not attisdropped and attgenerated = '' order by attnum) as columns,
      coalesce((select string_agg(quote_ident(a.attname) || case when a.attcollation = 0 then '' else ' collate "C"' end, ', '
          order by array_position(i.indkey::int2[], a.attnum))
        from pg_index i join pg_attribute a on a.attrelid = i.indrelid and a.attnum = any(i.indkey)
        where i.indrelid = c.oid and i.indisprimary), quote_ident(c.relname) || '::text collate "C"') as "order",
      array(select distinct p.relname::text from pg_constraint f join pg_class p on p.oid = f.confrelid
        where f.conrelid = c.oid and f.contype = 'f' and f.confrelid <> c.oid) as parents
    from pg_class c
    where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and not c.relname = any(${leftOut})
    order by c.relname`
  return parentsFirst(tables)
}

const parentsFirst = (tables: readonly (BackupTable & { parents: string[] })[]): BackupTable[] => {
  const byName = new Map(tables.map((table) => [table.name, table]))
  const placed = new Map<string, BackupTable>()
  const place = (name: string, below: readonly string[]) => {
    const table = byName.get(name)
    if (!table || placed.has(name) || below.includes(name)) return
    for (const parent of table.parents) place(parent, [...below, name])
    placed.set(name, { name, columns: table.columns, order: table.order })
  }
  for (const { name } of tables) place(name, [])
  return [...placed.values()]
}

/** The last value of each sequence that was used. */
export async function readSequences(db: Queryable): Promise<Record<string, number>> {
  const rows = await db<{ name: string; value: number }[]>`
    select sequencename as name, last_value as value from pg_sequences
    where schemaname = 'public' and last_value is not null order by 1`
  return Object.fromEntries(rows.map(({ name, value }) => [name, value]))
}

export async function setSequence(db: Queryable, name: string, value: number): Promise<void> {
  await db`select setval(quote_ident(${name})::regclass, ${value}::bigint)`
}

export function listMigrations(db: Queryable): Promise<{ name: string; sha256: string }[]> {
  return db<{ name: string; sha256: string }[]>`select name, sha256 from schema_migrations order by name`
}

/** Tables and views in `public`. */
export async function countTables(db: Queryable): Promise<number> {
  const [row] = await db<{ count: number }[]>`
    select count(*) as count from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p', 'v', 'm')`
  return row?.count ?? 0
}

export function copyOutText({ name, columns, order }: BackupTable): string {
  return `copy (select ${columns.join(', ')} from ${quoted(name)} order by ${order}) to stdout`
}

/** Without triggers: rows go in as they were, and no instance listens during a restore. */
export function copyInTexts({ name, columns }: BackupTable): { before: string; copy: string; after: string } {
  return {
    before: `alter table ${quoted(name)} disable trigger user`,
    copy: `copy ${quoted(name)} (${columns.join(', ')}) from stdin`,
    after: `alter table ${quoted(name)} enable trigger user`,
  }
}

/** Migrations fill some tables with their first row. `tables` as `listBackupTables` orders them. */
export async function emptyTables(db: Queryable, tables: readonly BackupTable[]): Promise<void> {
  for (const table of tables.toReversed()) {
    const { before, after } = copyInTexts(table)
    await db.unsafe(`${before}; delete from ${quoted(table.name)}; ${after}`)
  }
}

const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`
