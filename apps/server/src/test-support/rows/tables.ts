import type { Db, Queryable, Tx } from '../../database/connect.ts'

/** All rows of a table as text, to search them for what must not be stored. */
export async function readTable(db: Queryable, table: string): Promise<string> {
  const rows = await db.unsafe(`select to_jsonb(t)::text as row from ${table} t`)
  return rows.map(({ row }) => String(row)).join('\n')
}

/** Every row of a user, in all tables, as text. */
export async function readRowsOfUser(db: Queryable, userId: string): Promise<string> {
  const tables = await db<{ name: string; key: string }[]>`
    select table_name as name, column_name as key from information_schema.columns
    where table_schema = 'public' and (column_name = 'user_id' or (table_name = 'users' and column_name = 'id'))
    order by table_name`
  const found: unknown[] = []
  for (const { name, key } of tables)
    found.push([
      name,
      await db.unsafe(`select to_jsonb(t) as "row" from "${name}" t where "${key}" = $1 order by t::text`, [userId]),
    ])
  return JSON.stringify(found)
}

/**
 * Makes every write of a kind fail, like a crash before the commit.
 * @returns lets the writes succeed again
 */
export async function failWrites(db: Db, write: 'insert' | 'update', table: string): Promise<() => Promise<void>> {
  await db.unsafe(`create function die() returns trigger language plpgsql as $$ begin raise exception 'killed'; end $$;
    create trigger die before ${write} on ${table} for each row execute function die();`)
  return async () => {
    await db.unsafe(`drop trigger die on ${table}; drop function die()`)
  }
}

/** The same for mails to one address. */
export async function failWritesTo(db: Db, address: string): Promise<() => Promise<void>> {
  await db.unsafe(`create function die() returns trigger language plpgsql as $$
      begin if new.to_address = '${address}' then raise exception 'killed'; end if; return new; end $$;
    create trigger die before insert on outgoing_mails for each row execute function die();`)
  return async () => {
    await db.unsafe('drop trigger die on outgoing_mails; drop function die()')
  }
}

/** Reads still work; writes of others wait until the transaction ends. */
export async function lockTable(tx: Tx, table: string): Promise<void> {
  await tx.unsafe(`lock table ${table} in exclusive mode`)
}

/** How many connections to this database wait for a lock. */
export async function countLockWaits(db: Queryable): Promise<number> {
  const rows = await db`
    select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
  return rows.length
}

/** Ends connections by their name, as a restart of the network does. */
export async function cutConnections(db: Queryable, name: string): Promise<void> {
  await db`
    select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and application_name = ${name}`
}
