import { create } from 'zustand'

/** A toast closes after this time (docs/product.md). */
export const toastDurationMs = 4000

/** The presets of docs/product.md, by their key in the `toast` texts. */
export type ToastPreset = 'pinMismatch' | 'pinReady' | 'verificationSent' | 'accountDeleted' | 'network' | 'generic'

export type Toast = { id: number; kind: 'success' | 'error'; message: { text: string } | { preset: ToastPreset } }

export const useToasts = create<{ toasts: Toast[] }>()(() => ({ toasts: [] }))

let lastId = 0

const show = (kind: Toast['kind'], message: Toast['message']): void => {
  lastId += 1
  const toast = { id: lastId, kind, message }
  useToasts.setState(({ toasts }) => ({ toasts: [...toasts, toast] }))
}

/** Shows a message for four seconds: `toast.error(t('failed'))`, under the title 'Oops!' or 'Nice!'. */
export const toast = {
  success: (text: string): void => show('success', { text }),
  error: (text: string): void => show('error', { text }),
  successPreset: (preset: ToastPreset): void => show('success', { preset }),
  errorPreset: (preset: ToastPreset): void => show('error', { preset }),
  /** Removes all, because the failed action is being retried. */
  clear: (): void => useToasts.setState({ toasts: [] }),
}

export function dismissToast(id: number): void {
  return useToasts.setState(({ toasts }) => ({ toasts: toasts.filter((toast) => toast.id !== id) }))
}
