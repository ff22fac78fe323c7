/** Variables with these beginnings are meant for us, whatever follows. */
const ourPrefixes =
  /^(ALLOW_\w+_IN_PRODUCTION$|(BRAND|CLAIM|EMBEDDED_PG|LIMIT|MAIL|OPENAI|PUSH|SMTP|STRIPE|SUPPORT|VAPID)_)/

/** Variables of other programs that differ from ours by a slip. */
const ordinary = new Set(['HOME', 'MAIL', 'MAILTO', 'HOSTS', 'PLAN', 'POST', 'PORTS'])

/**
 * Warns about variables that look like settings but are none: `PROT` for `PORT`.
 * @param given names of all variables that are set
 * @param known names of the settings
 * @returns one sentence each, with the nearest setting
 */
export function unknownVariables(given: readonly string[], known: readonly string[]): string[] {
  const settings = new Set(known)
  return given.flatMap((name) => {
    if (settings.has(name) || ordinary.has(name)) return []
    const upper = name.toUpperCase()
    const meant = known.find((setting) => isSlip(upper, setting)) ?? (ourPrefixes.test(upper) && likest(upper, known))
    return meant ? [`${name}: is not a setting and has no effect. Did you mean ${meant}?`] : []
  })
}

/** Short names are near to many others: HOME and HOST differ by two letters. */
const isSlip = (name: string, setting: string): boolean => countSlips(name, setting) <= (setting.length < 8 ? 1 : 2)

/** The setting with the most words in common, and of those the one with the fewest slips. */
function likest(name: string, known: readonly string[]): string | undefined {
  const words = new Set(name.split('_'))
  const unlikeness = (setting: string): number =>
    countSlips(name, setting) - 100 * setting.split('_').filter((word) => words.has(word)).length
  return known.toSorted((a, b) => unlikeness(a) - unlikeness(b))[0]
}

/** Damerau-Levenshtein distance: letters that are missing, added, wrong or swapped with their neighbour. */
function countSlips(a: string, b: string): number {
  let beforeLast: number[] = []
  let last = Array.from({ length: b.length + 1 }, (_, column) => column)
  for (let row = 1; row <= a.length; row += 1) {
    const current = [row]
    for (let column = 1; column <= b.length; column += 1) {
      const wrong = (last[column - 1] ?? 0) + (a[row - 1] === b[column - 1] ? 0 : 1)
      const isSwapped = a[row - 1] === b[column - 2] && a[row - 2] === b[column - 1]
      const swapped = isSwapped ? (beforeLast[column - 2] ?? Infinity) + 1 : Infinity
      current.push(Math.min(wrong, swapped, (last[column] ?? 0) + 1, (current[column - 1] ?? 0) + 1))
    }
    beforeLast = last
    last = current
  }
  return last.at(-1) ?? 0
}
