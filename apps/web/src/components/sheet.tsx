import {
  type MouseEvent,
  type ReactNode,
  type RefObject,
  type SyntheticEvent,
  useDeferredValue,
  useEffect,
  useEffectEvent,
  useId,
  useLayoutEffect,
  useRef,
} from 'react'
import { useTranslations } from 'use-intl'
import { holdEntry } from '../lib/app-history.ts'
import { classNames } from '../lib/class-names.ts'
import { keyboardHeight } from '../lib/keyboard-height.ts'
import { IconButton } from './button.tsx'
import styles from './sheet.module.css'

type SheetProps = {
  isOpen: boolean
  onClose: () => void
  title: string
  children: ReactNode
  /** Stays at the bottom while the content scrolls. */
  footer?: ReactNode
  /** `sheet` slides up from the bottom of a phone; `screen` fills it. Both are a centered dialog on a laptop. */
  variant?: 'sheet' | 'screen'
}

/** A modal dialog with a title and a close button; see `useModal` for how it closes. */
export function Sheet({ isOpen, ...rest }: SheetProps) {
  return isOpen ? <OpenSheet {...rest} /> : null
}

const OpenSheet = ({ onClose, title, children, footer, variant = 'sheet' }: Omit<SheetProps, 'isOpen'>) => {
  const t = useTranslations('common')
  const modal = useModal(onClose)
  const titleId = useId()
  useKeyboardInset(modal.ref)
  // A whole screen's content is drawn after its title, so that a slow phone answers the press at once.
  const hasContent = useDeferredValue(true, variant === 'sheet')

  return (
    <dialog
      {...modal}
      className={classNames(styles.sheet, variant === 'screen' && styles.screen)}
      aria-labelledby={titleId}
    >
      <div className={styles.frame}>
        <header className={styles.header}>
          <h2 id={titleId} className={styles.title} dir="auto" tabIndex={-1}>
            {title}
          </h2>
          <IconButton icon="close" label={t('close')} onClick={onClose} />
        </header>
        <div className={styles.content}>{hasContent && children}</div>
        {hasContent && footer !== undefined && <footer className={styles.footer}>{footer}</footer>}
      </div>
    </dialog>
  )
}

/**
 * Shows a `<dialog>` as a modal. Escape, the backdrop and Back call `onClose` and reach nothing behind the dialog.
 * @param onClose may refuse by doing nothing; the dialog then stays open
 * @returns the props of the `<dialog>`
 */
export function useModal(onClose: () => void) {
  const dialog = useRef<HTMLDialogElement>(null)
  const close = useEffectEvent(onClose)

  // A layout effect: its cleanup runs before the dialog leaves the page, and only then does the browser restore the
  // focus, which lays out the whole screen: for nothing if that is left too.
  useLayoutEffect(() => {
    const element = dialog.current
    element?.showModal()
    holdPage(1)
    const release = holdEntry(() => close())
    return () => {
      holdPage(-1)
      if (release()) element?.close()
    }
  }, [])

  return {
    ref: dialog,
    onClick: (event: MouseEvent<HTMLDialogElement>): void => {
      if (event.target === dialog.current) onClose()
    },
    onCancel: (event: SyntheticEvent<HTMLDialogElement>): void => {
      // React also bubbles the events of a nested dialog.
      if (event.target !== dialog.current) return
      event.preventDefault()
      onClose()
    },
    // Browsers close a dialog without asking if it has refused once before.
    onClose: (): void => {
      if (dialog.current?.open !== false) return
      onClose()
      setTimeout(() => dialog.current?.open === false && dialog.current.showModal())
    },
  }
}

let openModals = 0

/** Marks the page behind dialogs. The browser would ask `:has(dialog:modal)` about each part that enters or leaves any screen. */
const holdPage = (change: 1 | -1): void => {
  openModals += change
  document.documentElement.toggleAttribute('data-modal', openModals > 0)
}

/** Keeps `--keyboard` at the pixels that an on-screen keyboard covers. */
const useKeyboardInset = (element: RefObject<HTMLElement | null>): void => {
  useEffect(() => {
    const viewport = window.visualViewport
    if (!viewport) return undefined
    const measure = (): void => {
      element.current?.style.setProperty('--keyboard', `${keyboardHeight()}px`)
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
