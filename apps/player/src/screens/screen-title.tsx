import { type ReactNode, useEffect, useRef } from 'react'

/** The heading of a screen; it takes the focus when the screen shows, so that a screen reader begins there. */
export function ScreenTitle({ lang, children }: { lang?: string | undefined; children: ReactNode }) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    document.documentElement.scrollTop = 0
    heading.current?.focus({ preventScroll: true })
  }, [])
  return (
    <h1 ref={heading} tabIndex={-1} lang={lang}>
      {children}
    </h1>
  )
}
