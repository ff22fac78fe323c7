import { type CustomTypesConfig, types } from 'pg'

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
export const columnTypes: CustomTypesConfig = {
  getTypeParser: (type, format) => {
    if (type === INT8) return parseBigint
    if (type === DATE) return (text: string) => text
    return types.getTypeParser(type, format ?? 'text') as (value: string) => unknown
  },
}
