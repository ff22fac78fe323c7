import { useMutation } from '@tanstack/react-query'
import { sentenceOf, withStepUp } from '../lib/call.ts'
import layout from './layout.module.css'

/** Saves a file of the server, which asks for the passkey if it was used too long ago. */
export function FileButton({ title, save }: { title: string; save: () => Promise<void> }) {
  const saving = useMutation({ mutationFn: () => withStepUp(save) })
  return (
    <>
      <button type="button" className={layout.button} disabled={saving.isPending} onClick={() => saving.mutate()}>
        {title}
      </button>
      {saving.error ? <span role="alert">{sentenceOf(saving.error)}</span> : null}
    </>
  )
}
