const everyMs = 250

/**
 * Ends this process as SIGTERM would when npm has gone. A SIGTERM to `npm start` ends npm and its shell, but dash does not hand it
 * on: without this the server would stay behind and refuse the next start. Outside npm it does nothing.
 */
export const stopWithParent = () => {
  if (process.env.npm_lifecycle_event === undefined) return
  const parent = process.ppid
  const watch = setInterval(() => {
    if (process.ppid === parent) return
    clearInterval(watch)
    process.kill(process.pid, 'SIGTERM')
  }, everyMs)
  watch.unref()
  // A signal that did reach us must not be followed by a second one, which would cut the graceful stop short.
  for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => clearInterval(watch))
}
