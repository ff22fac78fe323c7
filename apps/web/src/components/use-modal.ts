import { useEffectEvent, useLayoutEffect, useRef, type MouseEvent, type SyntheticEvent } from 'react'
import { holdEntry } from '../lib/app-history.ts'

/**
 * Shows a `<dialog>` as a modal for as long as its component is mounted. Focus stays inside and returns; Escape, the backdrop and
 * the browser's Back call `onClose`, never anything behind the dialog. Every dialog of the app is built on this.
 * @param onClose may refuse by doing nothing; the dialog then stays
 * @returns the props of the `<dialog>`
 */
export const useModal = (onClose: () => void) => {
  const dialog = useRef<HTMLDialogElement>(null)
  const close = useEffectEvent(onClose)

  // A layout effect: its end comes before the dialog leaves the page, and only then does the browser give focus back.
  useLayoutEffect(() => {
    const element = dialog.current
    element?.showModal()
    const release = holdEntry(() => close())
    return () => {
      release()
      element?.close()
    }
  }, [])

  return {
    ref: dialog,
    onClick: (event: MouseEvent<HTMLDialogElement>): void => {
      if (event.target === dialog.current) onClose()
    },
    onCancel: (event: SyntheticEvent<HTMLDialogElement>): void => {
      // React hands on what happens to a dialog inside this one.
      if (event.target !== dialog.current) return
      event.preventDefault()
      onClose()
    },
    // Browsers close a dialog without asking when it has refused once before.
    onClose: (): void => {
      if (dialog.current?.open !== false) return
      onClose()
      setTimeout(() => dialog.current?.open === false && dialog.current.showModal())
    },
  }
}
