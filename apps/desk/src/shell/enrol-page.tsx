import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'wouter'
import layout from '../components/layout.module.css'
import { Failure, Loading } from '../components/page.tsx'
import { call, sentenceOf } from '../lib/call.ts'
import { createPasskey } from '../lib/passkey.ts'
import { RecoveryCodes } from './recovery-codes.tsx'
import styles from './shell.module.css'

/** The page of an invitation: creates the first passkey, then shows the recovery codes. */
export function EnrolPage() {
  const token = location.hash.slice(1)
  const queries = useQueryClient()
  const [codes, setCodes] = useState<string[] | null>(null)
  const [failure, setFailure] = useState<string | null>(null)
  const invitation = useQuery({
    queryKey: ['deskEnrolmentOptions', token],
    queryFn: () => call('deskEnrolmentOptions', { body: { token } }),
    enabled: codes === null,
    gcTime: 0,
  })
  const enrol = async (): Promise<void> => {
    setFailure(null)
    // The challenge of the shown invitation may have expired while the page was open.
    const { options } = await call('deskEnrolmentOptions', { body: { token } })
    const passkey = await createPasskey(options)
    const { recoveryCodes } = await call('deskEnrol', { body: { token, passkey } })
    setCodes(recoveryCodes)
    await queries.invalidateQueries({ queryKey: ['deskMe'] })
  }
  if (codes)
    return (
      <main className={styles.alone}>
        <h1>You’re in</h1>
        <RecoveryCodes codes={codes} />
        <Link href="/" className={`${layout.button} ${layout.primary}`}>
          I’ve kept the codes
        </Link>
      </main>
    )
  return (
    <main className={styles.alone}>
      <h1>Welcome to the desk</h1>
      {invitation.isPending ? <Loading /> : null}
      {invitation.error ? <Failure message={sentenceOf(invitation.error)} /> : null}
      {invitation.data ? (
        <>
          <p>
            This link is for <bdi>{invitation.data.name}</bdi> ({invitation.data.email}), as {invitation.data.role}.
            Create a passkey on this device to sign in from now on.
          </p>
          {failure === null ? null : (
            <p className={layout.error} role="alert">
              {failure}
            </p>
          )}
          <button
            type="button"
            className={`${layout.button} ${layout.primary}`}
            onClick={() => void enrol().catch((error: unknown) => setFailure(sentenceOf(error)))}
          >
            Create a passkey
          </button>
        </>
      ) : null}
    </main>
  )
}
