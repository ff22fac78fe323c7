// oxlint-disable no-console -- the one file where the browser's console is the log

/** For failures that docs/product.md wants logged but not shown. */
export const logError = (message: string, cause?: unknown): void => console.error(message, cause)

/** For failures that change nothing for the learner (docs/product.md R5). */
export const logWarning = (message: string, cause?: unknown): void => console.warn(message, cause)
