// oxlint-disable no-console -- the one file where the browser's console is the log

/** For failures that docs/product.md wants logged but not shown. */
export function logError(message: string, cause?: unknown): void {
  return console.error(message, cause)
}

/** For failures that change nothing for the learner (docs/product.md R5). */
export function logWarning(message: string, cause?: unknown): void {
  return console.warn(message, cause)
}
