import { slowAfterMs } from '@kitewise/web/slow-after'
import { type Query, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useEffect, useState } from 'react'
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

const isUnanswered = ({ state }: Query): boolean => state.status === 'pending'

/** Stands in for what is on its way. After ten seconds it says so and offers to ask again (docs/product.md R116). */
export function Loading() {
  const queries = useQueryClient()
  const [attempt, setAttempt] = useState(0)
  const tryAgain = (): void => {
    const unanswered = { predicate: isUnanswered, type: 'active' } as const
    // A script that doesn't come can only be asked for again by the document.
    if (queries.getQueryCache().findAll(unanswered).length === 0) return location.reload()
    // Fetching again alone would go on waiting for the first request.
    void queries.resetQueries(unanswered)
    setAttempt(attempt + 1)
  }
  return (
    <div className={layout.cluster} role="status">
      <p className={layout.soft}>Loading …</p>
      <SlowNotice key={attempt} onRetry={tryAgain} />
    </div>
  )
}

const SlowNotice = ({ onRetry }: { onRetry: () => void }) => {
  const [isSlow, setSlow] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setSlow(true), slowAfterMs)
    return () => clearTimeout(timer)
  }, [])
  return (
    isSlow && (
      <>
        <p className={layout.soft}>This is taking longer than usual.</p>
        <button type="button" className={layout.button} onClick={onRetry}>
          Try again
        </button>
      </>
    )
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
