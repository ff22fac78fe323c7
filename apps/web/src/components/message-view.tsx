import { isValidElement, type ReactElement, type ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { ApiError, NetworkError } from '../lib/api-client.ts'
import { Button, ButtonLink } from './button.tsx'
import { CalmKite, TangledKite } from './kite-drawing.tsx'
import styles from './message-view.module.css'

type ErrorViewProps = {
  title?: string
  message: string
  /** The cause. A refusal of the server adds a reference that support can find in the log. */
  error?: unknown
  onRetry?: () => void
  isRetrying?: boolean
  /** Another place to go. `onChoose` for what is not a link, such as going back; an element for a button of its own. */
  wayOut?: WayOutProps | ReactElement
  /** `h1` when this is the screen's only content. */
  headingLevel?: 'h1' | 'h2'
}

/** What went wrong in plain words, a retry, and a way out. */
export function ErrorView(props: ErrorViewProps) {
  const { title, message, error, onRetry, isRetrying = false, wayOut, headingLevel: Heading = 'h2' } = props
  const t = useTranslations()
  return (
    <div className={styles.view} role="alert">
      {error instanceof NetworkError ? <CalmKite /> : <TangledKite />}
      <Heading className={styles.title}>{title ?? t('errors.title')}</Heading>
      <p className={styles.text}>{message}</p>
      <div className={styles.actions}>
        {onRetry && (
          <Button onClick={onRetry} isBusy={isRetrying}>
            {t('common.retry')}
          </Button>
        )}
        {isValidElement(wayOut) ? wayOut : wayOut && <WayOut {...wayOut} />}
      </div>
      {error instanceof ApiError && error.requestId !== null && (
        <p className={styles.reference}>
          {t('errors.reference')} <code>{error.requestId}</code>
        </p>
      )}
    </div>
  )
}

type WayOutProps = { label: string; to: string } | { label: string; onChoose: () => void }

const WayOut = (wayOut: WayOutProps) =>
  'to' in wayOut ? (
    <ButtonLink variant="quiet" to={wayOut.to}>
      {wayOut.label}
    </ButtonLink>
  ) : (
    <Button variant="quiet" onClick={wayOut.onChoose}>
      {wayOut.label}
    </Button>
  )

type EmptyViewProps = {
  /** One of components/kite-moods.tsx, where calm air does not fit. */
  kite?: ReactNode
  title: string
  message?: string
  action?: ReactNode
  headingLevel?: 'h1' | 'h2'
  /** It replaces what was just pressed, so it takes the focus. */
  takesFocus?: boolean
}

const focusOnce = (heading: HTMLElement | null): void => heading?.focus()

/** What will appear here, and one thing to do meanwhile. */
export function EmptyView({
  kite,
  title,
  message,
  action,
  headingLevel: Heading = 'h2',
  takesFocus = false,
}: EmptyViewProps) {
  return (
    <div className={styles.view}>
      {kite ?? <CalmKite />}
      <Heading className={styles.title} {...(takesFocus && { ref: focusOnce, tabIndex: -1 })}>
        {title}
      </Heading>
      {message !== undefined && <p className={styles.text}>{message}</p>}
      {action !== undefined && <div className={styles.actions}>{action}</div>}
    </div>
  )
}
