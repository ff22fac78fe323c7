export const shortestWithTypo = 7
const shortestStemWithTypo = 8
const shortestStem = 4
/** Two forms of one word share at least this part of the longer one, from the beginning. */
const sharedStem = 0.6

/** Whether one letter is missing, added, wrong, or swapped with its neighbor. */
const isOneSlip = (typed: string, meant: string): boolean => {
  if (Math.abs(typed.length - meant.length) > 1 || typed[0] !== meant[0]) return false
  let start = 0
  while (start < meant.length && typed[start] === meant[start]) start += 1
  let [end, other] = [typed.length, meant.length]
  while (end > start && other > start && typed[end - 1] === meant[other - 1]) {
    end -= 1
    other -= 1
  }
  const [left, right] = [typed.slice(start, end), meant.slice(start, other)]
  if (left.length <= 1 && right.length <= 1) return true
  return left.length === 2 && right.length === 2 && left[0] === right[1] && left[1] === right[0]
}

/** Whether a typed word is the intended one, with at most one typo from seven letters on. Both are folded. */
export function isTyped(typed: string, meant: string): boolean {
  return typed === meant || (meant.length >= shortestWithTypo && isOneSlip(typed, meant))
}

/** Whether a typed word begins with a stem, with at most one typo in stems of eight letters or more. */
export function hasStem(typed: string, stem: string): boolean {
  return (
    typed.startsWith(stem) ||
    (stem.length >= shortestStemWithTypo &&
      [0, -1, 1].some(
        (more) => isOneSlip(typed.slice(0, stem.length + more), stem) && typed.length >= stem.length + more,
      ))
  )
}

/** Whether two words are forms of one: "invent" and "inventing". A rule of thumb for all languages, not a stemmer. */
export function isSameWord(one: string, other: string): boolean {
  if (isTyped(one, other)) return true
  const longer = Math.max(one.length, other.length)
  const shorter = Math.min(one.length, other.length)
  const needed = Math.max(shortestStem, Math.ceil(longer * sharedStem))
  if (shorter === 2 && /^\p{Script=Hangul}+$/u.test(one + other)) return one.startsWith(other) || other.startsWith(one)
  if (shorter < 3) return false
  // A short word with an ending: cat, cats.
  if (longer - shorter <= 1 && one.slice(0, shorter) === other.slice(0, shorter)) return true
  let shared = 0
  while (shared < shorter && one[shared] === other[shared]) shared += 1
  return shared >= needed
}
