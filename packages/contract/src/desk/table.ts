import { z } from 'zod'

/** Rows on a page of a table. */
export const pageSize = 50

/** The query of a table that the server sorts and paginates. Add the filters with `.extend`. */
export function tableQuery<const Columns extends readonly [string, ...string[]]>(columns: Columns) {
  return z.object({
    sort: z.enum(columns).default(columns[0]),
    direction: z.enum(['asc', 'desc']).default('desc'),
    /** From 1. */
    page: z
      .string()
      .regex(/^[1-9]\d{0,4}$/)
      .default('1')
      .transform(Number),
  })
}

/** A page of a table, and how many rows there are in all. */
export function tablePage<Row extends z.ZodType>(row: Row) {
  return z.object({ data: z.object({ rows: z.array(row), total: z.int().nonnegative() }) })
}

/** A filter by free text. */
export const searchText = z.string().trim().max(100).optional()
