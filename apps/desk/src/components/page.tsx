import { type ReactNode, useEffect } from 'react'
import { Link, useLocation } from 'wouter'
import layout from './layout.module.css'

/** A page of the desk: its title, actions next to it, and its content. */
export function Page({ title, actions, children }: { title: string; actions?: ReactNode; children: ReactNode }) {
  useEffect(() => {
    document.title = `${title} · Desk`
  }, [title])
  return (
    <div className={layout.stack}>
      <header className={`${layout.cluster} ${layout.spread}`}>
        <h1 dir="auto">{title}</h1>
        {actions === undefined ? null : <div className={layout.cluster}>{actions}</div>}
      </header>
      {children}
    </div>
  )
}

/** Why there is nothing to show. */
export function Empty({ children }: { children: ReactNode }) {
  return <p className={layout.soft}>{children}</p>
}

/** A failure, with a way to try again. */
export function Failure({ message, onRetry }: { message: string; onRetry?: () => void }) {
  return (
    <div className={layout.cluster} role="alert">
      <p className={layout.error}>{message}</p>
      {onRetry === undefined ? null : (
        <button type="button" className={layout.button} onClick={onRetry}>
          Try again
        </button>
      )}
    </div>
  )
}

export function Loading() {
  return (
    <p className={layout.soft} role="status">
      Loading …
    </p>
  )
}

type TabsParts<Name extends string> = { label: string; titles: Record<Name, string>; shown: Name }

/** Links between the parts of a page; which one is shown is kept in the address as `show`. */
export function Tabs<Name extends string>({ label, titles, shown }: TabsParts<Name>) {
  const [path] = useLocation()
  return (
    <nav aria-label={label} className={layout.cluster}>
      {(Object.keys(titles) as Name[]).map((name) => (
        <Link
          key={name}
          href={`${path}?show=${name}`}
          className={`${layout.button} ${name === shown ? layout.primary : ''}`}
          aria-current={name === shown ? 'page' : undefined}
        >
          {titles[name]}
        </Link>
      ))}
    </nav>
  )
}
