import { useEffect, useRef, useState } from 'react'
import { useTranslations } from 'use-intl'
import { Stack } from './layout.tsx'
import { brand } from '../lib/brand.ts'
import { classNames } from '../lib/class-names.ts'
import { keyboardHeight } from '../lib/keyboard-height.ts'
import { dismissToast, type Toast, toastDurationMs, useToasts } from '../lib/toast.ts'
import { IconButton } from './button.tsx'
import { Icon } from './icon.tsx'
import styles from './toaster.module.css'

const ToastCard = ({ toast }: { toast: Toast }) => {
  const t = useTranslations('toast')
  const [isHeld, setHeld] = useState(false)
  useEffect(() => {
    if (isHeld) return undefined
    const timer = setTimeout(() => dismissToast(toast.id), toastDurationMs)
    return () => clearTimeout(timer)
  }, [isHeld, toast.id])

  const isError = toast.kind === 'error'
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- hovering only keeps it open; the button acts
    <li
      className={classNames(styles.toast, isError && styles.error)}
      onPointerEnter={() => setHeld(true)}
      onPointerLeave={() => setHeld(false)}
      onFocus={() => setHeld(true)}
      onBlur={() => setHeld(false)}
    >
      <span className={styles.icon}>
        <Icon name={isError ? 'warning' : 'check'} />
      </span>
      <div className={styles.words}>
        <strong className={styles.title}>{t(isError ? 'errorTitle' : 'successTitle')}</strong>
        <p>{'text' in toast.message ? toast.message.text : t(toast.message.preset, brand)}</p>
      </div>
      <IconButton icon="close" label={t('dismiss')} onClick={() => dismissToast(toast.id)} />
    </li>
  )
}

/** A popover is in the top layer, and is reopened for every toast so that it covers a dialog opened since. */
export function Toaster() {
  const t = useTranslations('toast')
  const toasts = useToasts((state) => state.toasts)
  const layer = useRef<HTMLElement>(null)
  const newest = toasts.at(-1)?.id
  useEffect(() => {
    const element = layer.current
    if (newest === undefined || !element?.showPopover) return undefined
    element.style.setProperty('--keyboard', `${keyboardHeight()}px`)
    element.showPopover()
    return () => element.hidePopover()
  }, [newest])

  return (
    <section ref={layer} popover="manual" className={styles.layer} aria-label={t('region')}>
      <Stack as="ol" gap={8} aria-live="polite">
        {toasts.map((toast) => (
          <ToastCard key={toast.id} toast={toast} />
        ))}
      </Stack>
    </section>
  )
}
