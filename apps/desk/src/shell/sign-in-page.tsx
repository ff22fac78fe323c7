import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { TextInput } from '../components/text-box.tsx'
import layout from '../components/layout.module.css'
import { call, sentenceOf, textIn } from '../lib/call.ts'
import { answerWithPasskey } from '../lib/passkey.ts'
import { goToProvider } from './oidc-page.tsx'
import styles from './shell.module.css'

const withPasskey = async (): Promise<void> => {
  const passkey = await answerWithPasskey(await call('deskSignInOptions'))
  await call('deskSignIn', { body: { passkey } })
}

/** Sign-in with a passkey, at the identity provider if there is one, or with a recovery code. */
export function SignInPage() {
  const queries = useQueryClient()
  const [state, setState] = useState<{ isRunning: boolean; failure: string | null }>({
    isRunning: false,
    failure: null,
  })
  // A failure shows no other way: the passkey works without it.
  const { data: ways } = useQuery({ queryKey: ['deskSignInWays'], queryFn: () => call('deskSignInWays') })
  const attempt = (signIn: () => Promise<unknown>): void => {
    setState({ isRunning: true, failure: null })
    signIn().then(
      () => queries.invalidateQueries({ queryKey: ['deskMe'] }),
      (error: unknown) => setState({ isRunning: false, failure: sentenceOf(error) }),
    )
  }
  return (
    <main className={styles.alone}>
      <h1>Desk</h1>
      {state.failure === null ? null : (
        <p className={layout.error} role="alert">
          {state.failure}
        </p>
      )}
      <button
        type="button"
        className={`${layout.button} ${layout.primary}`}
        disabled={state.isRunning}
        onClick={() => attempt(withPasskey)}
      >
        Sign in with a passkey
      </button>
      {ways?.oidc ? (
        <button
          type="button"
          className={layout.button}
          disabled={state.isRunning}
          onClick={() => attempt(() => goToProvider('deskOidcSignIn'))}
        >
          Sign in with {ways.oidc.label}
        </button>
      ) : null}
      <CodeForm isBusy={state.isRunning} onCode={(body) => attempt(() => call('deskSignInWithCode', { body }))} />
    </main>
  )
}

type CodeFormProps = { isBusy: boolean; onCode: (given: { email: string; code: string }) => void }

function CodeForm({ isBusy, onCode }: CodeFormProps) {
  const submit = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault()
    const form = new FormData(event.currentTarget)
    onCode({ email: textIn(form, 'email'), code: textIn(form, 'code') })
  }
  return (
    <details>
      <summary>Lost your passkey?</summary>
      <form className={layout.stack} onSubmit={submit}>
        <label className={layout.field}>
          Email
          <TextInput name="email" type="email" autoComplete="username" required />
        </label>
        <label className={layout.field}>
          Recovery code
          <TextInput name="code" autoComplete="off" spellCheck={false} required />
          <small>Each code works once. Without a code, ask an owner for a new link.</small>
        </label>
        <button type="submit" className={layout.button} disabled={isBusy}>
          Sign in with the code
        </button>
      </form>
    </details>
  )
}
