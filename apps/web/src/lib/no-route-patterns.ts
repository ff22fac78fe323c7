/** In place of wouter's own parser of route patterns, which the app never calls: lib/router.tsx has another. */
export function parse(): never {
  throw new Error('A route outside of lib/router.tsx')
}
