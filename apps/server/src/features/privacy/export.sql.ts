import type { Queryable } from '../../database/connect.ts'

export type Column = { table: string; column: string; type: string }

/** The columns of `users`, of every table with a `user_id`, and of the tables tied to an address. */
export function listOwnColumns(db: Queryable, byAddress: readonly string[]): Promise<Column[]> {
  return db<Column[]>`
    select c.table_name as "table", c.column_name as "column", c.data_type as type
    from information_schema.columns c
    join information_schema.tables t using (table_schema, table_name)
    where c.table_schema = 'public' and t.table_type = 'BASE TABLE'
      and (c.table_name = 'users' or c.table_name = any(${[...byAddress]}) or exists (
        select 1 from information_schema.columns k
        where k.table_schema = c.table_schema and k.table_name = c.table_name and k.column_name = 'user_id'))
    order by c.table_name, c.ordinal_position`
}

export type ExportRow = Record<string, unknown>

const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`

/** `condition` is SQL in which $1 is the user's id. */
export async function readRows(
  db: Queryable,
  table: string,
  columns: readonly string[],
  { condition, userId }: { condition: string; userId: string },
): Promise<ExportRow[]> {
  // Names come from the database's catalog and the condition is a constant; the id is a bound parameter.
  const rows = await db.unsafe(
    `select to_jsonb(own) as "row" from (select ${columns.map(quoted).join(', ')} from ${quoted(table)} where ${condition}) own`,
    [userId],
  )
  return rows.map(({ row }) => row as ExportRow)
}
