import type { ComponentProps, MouseEvent, ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { Link } from 'wouter'
import { classNames } from '../lib/class-names.ts'
import { askAgain, useSlow } from '../lib/slow-calls.ts'
import styles from './button.module.css'
import { Icon, type IconName } from './icon.tsx'

type ButtonLook = {
  /** `primary` is the main action; `danger` is for what cannot be undone. */
  variant?: 'primary' | 'secondary' | 'quiet' | 'danger'
  /** `full` (the default) takes the whole width, `fit` only the width of its label. */
  width?: 'full' | 'fit'
  icon?: ReactNode
}

type ButtonProps = ComponentProps<'button'> & ButtonLook & { isBusy?: boolean }

export function buttonClass({ variant = 'primary', width = 'full' }: ButtonLook, className?: string): string {
  return classNames(styles.button, styles[variant], styles[width], className)
}

/** The second click was meant for what was there at the first one, so it must not hit what replaced it. */
const isSecondClick = ({ detail }: MouseEvent): boolean => detail > 1

const SlowLine = () => {
  const t = useTranslations('common')
  return (
    <span className={styles.slow} role="status">
      {t('slow')} <u>{t('retry')}</u>
    </span>
  )
}

/**
 * A busy button keeps its focus and label and ignores presses, until the server is slow: then a press asks it again.
 * `useAction` guards taps before it renders.
 */
export function Button({ variant, width, icon, isBusy = false, className, onClick, children, ...rest }: ButtonProps) {
  const isSlow = useSlow(({ calls }) => isBusy && calls > 0)
  const press = (event: MouseEvent<HTMLButtonElement>): void => {
    if (isSlow) askAgain()
    if (isBusy || isSecondClick(event)) event.preventDefault()
    else onClick?.(event)
  }
  return (
    <button
      type="button"
      {...rest}
      className={buttonClass({ variant, width }, classNames(className, isSlow && styles.withLine))}
      aria-busy={isBusy || undefined}
      aria-disabled={(isBusy && !isSlow) || undefined}
      onClick={press}
    >
      {isBusy ? <span className={styles.spinner} aria-hidden="true" /> : icon}
      {children}
      {isSlow && <SlowLine />}
    </button>
  )
}

type ButtonLinkProps = Omit<ComponentProps<'a'>, 'href'> & {
  to: string
  replace?: boolean
  state?: unknown
} & ButtonLook

export function ButtonLink({ variant, width, icon, className, children, onClick, ...rest }: ButtonLinkProps) {
  const press = (event: MouseEvent<HTMLAnchorElement>): void => {
    if (isSecondClick(event)) event.preventDefault()
    else onClick?.(event)
  }
  return (
    <Link {...rest} className={buttonClass({ variant, width }, className)} onClick={press}>
      {icon}
      {children}
    </Link>
  )
}

type IconButtonProps = Omit<ComponentProps<'button'>, 'children'> & { icon: IconName; label: string }

/** A button that shows only an icon; `label` is its accessible name and its tooltip. */
export function IconButton({ icon, label, className, onClick, ...rest }: IconButtonProps) {
  const press = (event: MouseEvent<HTMLButtonElement>): void => {
    if (!isSecondClick(event)) onClick?.(event)
  }
  return (
    <button
      type="button"
      title={label}
      {...rest}
      aria-label={label}
      className={classNames(styles.iconButton, className)}
      onClick={press}
    >
      <Icon name={icon} />
    </button>
  )
}
