/** For failures that docs/product.md wants logged but not shown. */
export const logError = (message: string, cause?: unknown): void => {
  // oxlint-disable-next-line no-console -- the one place where the browser's console is the log
  console.error(message, cause)
}
