import { create } from 'zustand'

/** Product spec §9: a toast closes by itself after 4000 ms. */
export const toastDurationMs = 4000

/** The presets of product spec §8, by their key in the `toast` texts. */
export type ToastPreset =
  | 'pinMismatch'
  | 'pinReady'
  | 'verificationSent'
  | 'accountDeleted'
  | 'subscriptionCanceled'
  | 'network'
  | 'generic'

export type Toast = { id: number; kind: 'success' | 'error'; message: { text: string } | { preset: ToastPreset } }

export const useToasts = create<{ toasts: Toast[] }>()(() => ({ toasts: [] }))

let lastId = 0

const show = (kind: Toast['kind'], message: Toast['message']): void => {
  lastId += 1
  const toast = { id: lastId, kind, message }
  useToasts.setState(({ toasts }) => ({ toasts: [...toasts, toast] }))
}

/** Tells something for four seconds: `toast.error(t('failed'))`, under the title 'Oops!' or 'Nice!'. */
export const toast = {
  success: (text: string): void => show('success', { text }),
  error: (text: string): void => show('error', { text }),
  successPreset: (preset: ToastPreset): void => show('success', { preset }),
  errorPreset: (preset: ToastPreset): void => show('error', { preset }),
  /** Takes all away: what they told of has been tried again. */
  clear: (): void => useToasts.setState({ toasts: [] }),
}

export const dismissToast = (id: number): void =>
  useToasts.setState(({ toasts }) => ({ toasts: toasts.filter((toast) => toast.id !== id) }))
