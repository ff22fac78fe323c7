/** A value for a json or jsonb column. */
export class JsonText {
  readonly text: string

  constructor(value: unknown) {
    this.text = JSON.stringify(value)
  }
}

/** What may stand in a query as `${value}`: it travels beside the text, never inside it. */
export type Value = string | number | boolean | Date | Buffer | null | JsonText | readonly string[] | readonly number[]

const toParameter = (value: Value): unknown => {
  // A missing property is a mistake of ours; as NULL it would go unnoticed.
  if (value === undefined) throw new TypeError('A query was given undefined. For NULL give null.')
  if (value instanceof JsonText) return value.text
  // The driver would write a date in the machine's own time zone.
  return value instanceof Date ? value.toISOString() : value
}

/** The text with $1, $2, … for the values. */
export const joinText = (strings: readonly string[]): string =>
  strings.map((part, index) => (index === 0 ? part : `$${index}${part}`)).join('')

export const toParameters = (values: readonly Value[]): unknown[] => values.map(toParameter)
