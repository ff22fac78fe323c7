import { type ComponentType, useRef, useState } from 'react'
import { useTranslations } from 'use-intl'
import { ApiError } from '../lib/api-client.ts'
import { loadChunk } from '../lib/chunk-loading.ts'
import { Sheet } from './sheet.tsx'

type Form = ComponentType<{ onRight: () => void }>

type PinAgainProps = { Form: Form | null; onRight: () => void; onCancel: () => void }

/** Step-up authentication: asks the signed-in learner for the PIN, or without one a passkey, or without either their organization's provider; see `usePinAgain`. Needs the texts of `account`. */
export function PinAgainSheet({ Form, onRight, onCancel }: PinAgainProps) {
  const t = useTranslations('pinAgain')
  return (
    <Sheet isOpen={Form !== null} onClose={onCancel} title={t('title')}>
      {Form && <Form onRight={onRight} />}
    </Sheet>
  )
}

const isRefusedAsTooOld = (error: unknown): boolean => error instanceof ApiError && error.code === 'reauthenticate'

const loadForm = (): Promise<Form> =>
  loadChunk(
    'passkeys',
    () => import('./pin-again-form.tsx'),
    ({ PinAgainForm }) => PinAgainForm,
  )

type PinAgain = {
  run: <T>(work: () => Promise<T>) => Promise<T | null>
  /** Asks for the PIN without a call. Resolves to whether it was right. */
  ask: () => Promise<boolean>
  sheet: PinAgainProps
}

/**
 * For calls that need step-up authentication. If the server refuses one because the last PIN entry is too old, the sheet
 * asks for the PIN and the call is repeated. Resolves to null when the learner closed the sheet; throws what the call throws.
 *
 * `const pinAgain = usePinAgain()` … `await pinAgain.run(() => call('…'))` … `<PinAgainSheet {...pinAgain.sheet} />`
 */
export function usePinAgain(): PinAgain {
  const [form, setForm] = useState<Form | null>(null)
  const answer = useRef<(isRight: boolean) => void>(() => undefined)

  const ask = async (): Promise<boolean> => {
    const loaded = await loadForm()
    setForm(() => loaded)
    return new Promise((resolve) => {
      answer.current = resolve
    })
  }
  const close = (isRight: boolean): void => {
    setForm(null)
    answer.current(isRight)
  }
  const run = async <T,>(work: () => Promise<T>): Promise<T | null> => {
    try {
      return await work()
    } catch (error) {
      if (!isRefusedAsTooOld(error)) throw error
      return (await ask()) ? run(work) : null
    }
  }
  return { run, ask, sheet: { Form: form, onRight: () => close(true), onCancel: () => close(false) } }
}
