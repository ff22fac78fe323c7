import { useEffect, useRef } from 'react'

/** Product spec §9: the page reloads 2000 ms after a subscription was canceled. */
const reloadDelayMs = 2000

/** Reloads the page after that time, unless it is left or `stop` is called before. */
export const useDelayedReload = () => {
  const timer = useRef<number>(undefined)
  const stop = (): void => clearTimeout(timer.current)
  useEffect(() => () => clearTimeout(timer.current), [])
  const start = (): void => {
    stop()
    timer.current = window.setTimeout(() => location.reload(), reloadDelayMs)
  }
  return { start, stop }
}
