export type Form = { [key: string]: string | Form }

/** Parses a form body of Stripe's clients: `line_items[0][price]=…` becomes nested objects; lists have numeric keys. */
export function parseForm(body: string): Form {
  const form: Form = {}
  for (const [name, value] of new URLSearchParams(body)) {
    const path = name.split('[').map((part) => part.replace(']', ''))
    const last = path.pop() ?? ''
    let place = form
    for (const key of path) {
      const next = place[key]
      const inner: Form = typeof next === 'object' ? next : {}
      place[key] = inner
      place = inner
    }
    place[last] = value
  }
  return form
}

/** The text at a path, or null. */
export function textAt(form: Form, ...path: string[]): string | null {
  let place: string | Form | undefined = form
  for (const key of path) place = typeof place === 'object' ? place[key] : undefined
  return typeof place === 'string' ? place : null
}
