/** PostgreSQL refuses NUL in text, and a lone surrogate has no UTF-8 form: both are refused before anything reads them. */
const isCleanText = (text: string): boolean => !text.includes('\0') && text.isWellFormed()

const deepest = 20

/** Whether every text in a parsed JSON value is clean, keys included, and nothing is nested deeper than 20. */
export const isCleanValue = (value: unknown, depth = 0): boolean => {
  if (typeof value === 'string') return isCleanText(value)
  if (value === null || typeof value !== 'object') return true
  if (depth >= deepest) return false
  if (Array.isArray(value)) return value.every((item) => isCleanValue(item, depth + 1))
  return Object.entries(value).every(([key, item]) => isCleanText(key) && isCleanValue(item, depth + 1))
}

const longestUrl = 8_192
const mostQueryKeys = 100

/** Whether a raw request target is short enough, decodes as UTF-8 and has no NUL. */
export const isCleanTarget = (target: string): boolean => {
  if (target.length > longestUrl || hasTooManyKeys(target)) return false
  // Node's parser takes visible ASCII alone, so without an escape there is nothing to find.
  if (!target.includes('%')) return true
  try {
    return isCleanText(decodeURIComponent(target))
  } catch {
    return false
  }
}

const hasTooManyKeys = (target: string): boolean => {
  let keys = 1
  for (let at = target.indexOf('&'); at !== -1; at = target.indexOf('&', at + 1)) keys += 1
  return keys > mostQueryKeys
}
