import * as textLimits from '@kitewise/contract/typed/text-limits'
import { type FormEvent, type ReactNode, useEffect, useRef, useState } from 'react'
import { sentenceOf, withStepUp } from '../lib/call.ts'
import { TextArea } from './text-box.tsx'
import styles from './action-dialog.module.css'
import layout from './layout.module.css'

type Parts = {
  title: string
  /** What the action does, and fields of its own; their names are keys of the form's data. */
  children?: ReactNode
  /** The button's text, such as "Refund". */
  confirm: string
  isDangerous?: boolean
  /** Asks why; the reason goes to the audit log. */
  asksReason?: boolean
  onClose: () => void
  /**
   * Acts, after a step-up if the server asks for one. `attempt` stays the same until the dialog closes, for an
   * idempotency key: a repeated press must not act twice. The dialog closes when it's done, and shows a failure.
   */
  run: (form: FormData, attempt: string) => Promise<unknown>
}

/** A question before an action. Render it only while it is open. */
export function ActionDialog({ title, children, confirm, isDangerous, asksReason = true, onClose, run }: Parts) {
  const dialog = useRef<HTMLDialogElement>(null)
  const [attempt] = useState(() => crypto.randomUUID())
  const [state, setState] = useState<{ isRunning: boolean; failure: string | null }>({
    isRunning: false,
    failure: null,
  })
  useEffect(() => {
    dialog.current?.showModal()
  }, [])

  const submit = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault()
    if (state.isRunning) return
    const form = new FormData(event.currentTarget)
    setState({ isRunning: true, failure: null })
    withStepUp(() => run(form, attempt)).then(
      () => onClose(),
      (error: unknown) => setState({ isRunning: false, failure: sentenceOf(error) }),
    )
  }

  return (
    <dialog ref={dialog} className={styles.dialog} aria-labelledby="action-title" onClose={onClose}>
      <form className={layout.stack} onSubmit={submit}>
        <h2 id="action-title">{title}</h2>
        {children}
        {asksReason ? (
          <label className={layout.field}>
            Reason
            <TextArea name="reason" rows={2} required minLength={5} limit={textLimits.deskReason} />
            <small>For the audit log. Don’t write names or addresses.</small>
          </label>
        ) : null}
        {state.failure === null ? null : (
          <p className={layout.error} role="alert">
            {state.failure}
          </p>
        )}
        <div className={layout.cluster}>
          <button
            type="submit"
            className={`${layout.button} ${isDangerous ? layout.dangerous : layout.primary}`}
            disabled={state.isRunning}
          >
            {state.isRunning ? 'Working …' : confirm}
          </button>
          <button type="button" className={layout.button} onClick={onClose}>
            Cancel
          </button>
        </div>
      </form>
    </dialog>
  )
}
