import { useId, type ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { classNames } from '../lib/class-names.ts'
import { IconButton } from './icon-button.tsx'
import { useKeyboardInset } from './use-keyboard-inset.ts'
import { useModal } from './use-modal.ts'
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

/** A modal dialog with a title and a close button; see `useModal` for how it closes. */
export const Sheet = ({ isOpen, ...rest }: SheetProps) => (isOpen ? <OpenSheet {...rest} /> : null)

const OpenSheet = ({ onClose, title, children, footer, variant = 'sheet' }: Omit<SheetProps, 'isOpen'>) => {
  const t = useTranslations('common')
  const modal = useModal(onClose)
  const titleId = useId()
  useKeyboardInset(modal.ref)

  return (
    <dialog {...modal} className={classNames(styles.sheet, styles[variant])} aria-labelledby={titleId}>
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
