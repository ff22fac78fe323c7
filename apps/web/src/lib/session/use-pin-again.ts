import { useRef, useState } from 'react'
import { ApiError } from '../api-client.ts'

const isRefusedAsTooOld = (error: unknown): boolean => error instanceof ApiError && error.code === 'reauthenticate'

/** What `PinAgainSheet` needs. */
export type PinAgainProps = { isOpen: boolean; onRight: () => void; onCancel: () => void }

/**
 * For calls that need a sign-in of late. `run` makes the call; when it is refused because the sign-in is too old, the sheet asks for
 * the PIN and the call is made once more. Gives what the call gave, or null when the learner closed the sheet.
 *
 * `const pinAgain = usePinAgain()` … `await pinAgain.run(() => call('…'))` … `<PinAgainSheet {...pinAgain.sheet} />`
 *
 * `run` throws what the call throws.
 */
export const usePinAgain = (): { run: <T>(work: () => Promise<T>) => Promise<T | null>; sheet: PinAgainProps } => {
  const [isOpen, setOpen] = useState(false)
  const answer = useRef<(isRight: boolean) => void>(() => undefined)

  const ask = (): Promise<boolean> => {
    setOpen(true)
    return new Promise((resolve) => {
      answer.current = resolve
    })
  }
  const close = (isRight: boolean): void => {
    setOpen(false)
    answer.current(isRight)
  }
  const run = async <T>(work: () => Promise<T>): Promise<T | null> => {
    try {
      return await work()
    } catch (error) {
      if (!isRefusedAsTooOld(error)) throw error
      return (await ask()) ? run(work) : null
    }
  }
  return { run, sheet: { isOpen, onRight: () => close(true), onCancel: () => close(false) } }
}
