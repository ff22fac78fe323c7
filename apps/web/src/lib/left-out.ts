/** In place of parts of libraries that the app never calls (vite.config.ts). */

const fail = (what: string) => (): never => {
  throw new Error(`${what} isn't in the app: see vite.config.ts.`)
}

/** wouter's own parser of route patterns: lib/router.tsx has another. */
export const parse = fail('A route outside of lib/router.tsx')

/** TanStack Query's lists that load page by page. */
export const infiniteQueryBehavior = fail('An infinite query')
export { infiniteQueryBehavior as hasNextPage, infiniteQueryBehavior as hasPreviousPage }
