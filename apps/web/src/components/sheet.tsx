import { useId, useLayoutEffect, useRef, type MouseEvent, type ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { classNames } from '../lib/class-names.ts'
import { IconButton } from './icon-button.tsx'
import { useKeyboardInset } from './use-keyboard-inset.ts'
import styles from './sheet.module.css'

type SheetProps = {
  isOpen: boolean
  onClose: () => void
  title: string
  children: ReactNode
  /** Stays at the bottom while the content scrolls. */
  footer?: ReactNode
  /** `sheet` comes up from the bottom of a phone; `screen` fills it. Both are a centred dialog on a laptop. */
  variant?: 'sheet' | 'screen'
}

/** A modal on the browser's own dialog: focus stays inside and returns, Escape and the backdrop close. */
export const Sheet = ({ isOpen, ...rest }: SheetProps) => (isOpen ? <OpenSheet {...rest} /> : null)

const OpenSheet = ({ onClose, title, children, footer, variant = 'sheet' }: Omit<SheetProps, 'isOpen'>) => {
  const t = useTranslations('common')
  const dialog = useRef<HTMLDialogElement>(null)
  const titleId = useId()
  useKeyboardInset(dialog)

  // A layout effect of what goes as a whole: its end comes before the dialog leaves the page, and only then does the browser give
  // focus back.
  useLayoutEffect(() => {
    const element = dialog.current
    element?.showModal()
    return () => element?.close()
  }, [])

  const closeOnBackdrop = (event: MouseEvent<HTMLDialogElement>): void => {
    if (event.target === dialog.current) onClose()
  }

  return (
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-noninteractive-element-interactions -- Escape is the keyboard's way, by onCancel
    <dialog
      ref={dialog}
      className={classNames(styles.sheet, styles[variant])}
      aria-labelledby={titleId}
      onClick={closeOnBackdrop}
      onCancel={(event) => {
        event.preventDefault()
        onClose()
      }}
    >
      <div className={styles.frame}>
        <header className={styles.header}>
          <h2 id={titleId} className={styles.title} tabIndex={-1}>
            {title}
          </h2>
          <IconButton icon="close" label={t('close')} onClick={onClose} />
        </header>
        <div className={styles.content}>{children}</div>
        {footer !== undefined && <footer className={styles.footer}>{footer}</footer>}
      </div>
    </dialog>
  )
}
