const wanted = ['chapters', 'chapters.lessons', 'featuredImage'] as const
export type Population = (typeof wanted)[number]

const longestList = 20

/**
 * Which parts of a course the `populate[n]` keys of a query ask for, each once and in a fixed order. Anything else is
 * ignored: other names, repeated keys, more than 20 keys. Source: product spec §7, security T22.
 */
export const readPopulate = (query: Record<string, unknown>): Population[] => {
  const keys = Object.entries(query)
    .filter(([key]) => /^populate\[\d{1,2}\]$/.test(key))
    .slice(0, longestList)
  const asked = new Set(keys.map(([, value]) => value))
  return wanted.filter((part) => asked.has(part))
}
