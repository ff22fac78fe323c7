/** For failures that a person need not be told: the product spec says of them that they are only logged. */
export const logError = (message: string, cause?: unknown): void => {
  // oxlint-disable-next-line no-console -- the one place where the browser's console is the log
  console.error(message, cause)
}
