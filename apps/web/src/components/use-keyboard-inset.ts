import { useEffect, type RefObject } from 'react'

/**
 * Tells an element, by `--keyboard`, how many pixels of the page an on-screen keyboard covers. Safari keeps the page as tall as before; where
 * the page shrinks with the keyboard the value is 0.
 */
export const useKeyboardInset = (element: RefObject<HTMLElement | null>): void => {
  useEffect(() => {
    const viewport = window.visualViewport
    if (!viewport) return undefined
    const measure = (): void => {
      const covered = Math.max(0, window.innerHeight - viewport.height - viewport.offsetTop)
      // A zoomed page is smaller too, but nothing covers it.
      element.current?.style.setProperty('--keyboard', viewport.scale > 1 ? '0px' : `${covered}px`)
    }
    measure()
    viewport.addEventListener('resize', measure)
    viewport.addEventListener('scroll', measure)
    return () => {
      viewport.removeEventListener('resize', measure)
      viewport.removeEventListener('scroll', measure)
    }
  }, [element])
}
