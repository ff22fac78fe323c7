const everyMs = 250

/**
 * Sends this process SIGTERM when npm is gone. A SIGTERM to `npm start` ends npm and its shell, but dash doesn't
 * forward it, so the server would keep running and block the next start. Does nothing outside npm.
 */
export function stopWithParent() {
  if (process.env.npm_lifecycle_event === undefined) return
  const parent = process.ppid
  const watch = setInterval(() => {
    if (process.ppid === parent) return
    clearInterval(watch)
    process.kill(process.pid, 'SIGTERM')
  }, everyMs)
  watch.unref()
  // A second signal would cut a graceful shutdown short.
  for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => clearInterval(watch))
}
