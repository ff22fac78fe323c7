import * as textLimits from '@kitewise/contract/typed/text-limits'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { ActionDialog } from '../components/action-dialog.tsx'
import { TextInput } from '../components/text-box.tsx'
import layout from '../components/layout.module.css'
import { Failure, Loading, Page } from '../components/page.tsx'
import { call, sentenceOf, textIn, withStepUp } from '../lib/call.ts'
import { formatMoment } from '../lib/format.ts'
import { createPasskey } from '../lib/passkey.ts'
import { type Me, useMe } from '../lib/use-me.ts'
import { goToProvider } from './oidc-page.tsx'
import { RecoveryCodes } from './recovery-codes.tsx'

/** Adds a passkey; after a sign-in with a recovery code this works without another one. */
const addPasskey = async (label: string): Promise<void> => {
  const create = async (): Promise<void> => {
    const passkey = await createPasskey(await call('addPasskeyOptions'))
    await call('addPasskey', { body: { passkey, label } })
  }
  await withStepUp(create)
}

/** Own passkeys and recovery codes, and the way out. */
export function AccountPage() {
  const queries = useQueryClient()
  const { data: me } = useMe()
  const refresh = () => queries.invalidateQueries({ queryKey: ['deskMe'] })
  const leave = useMutation({
    mutationFn: () => call('deskSignOut'),
    onSuccess: () => {
      queries.clear()
      location.assign('/desk')
    },
  })
  if (!me) return <Loading />
  return (
    <Page
      title="Your account"
      actions={
        <button type="button" className={layout.button} onClick={() => leave.mutate()}>
          Sign out
        </button>
      }
    >
      <section className={layout.card}>
        <dl className={layout.facts}>
          <dt>Name</dt>
          <dd dir="auto">{me.name}</dd>
          <dt>Email</dt>
          <dd>{me.email}</dd>
          <dt>Role</dt>
          <dd>{me.role}</dd>
          <dt>Session ends</dt>
          <dd>{formatMoment(me.sessionEndsAt)}</dd>
        </dl>
      </section>
      <Passkeys me={me} onChange={refresh} />
      {me.oidc ? <Identity oidc={me.oidc} onChange={refresh} /> : null}
      <Codes me={me} onChange={refresh} />
    </Page>
  )
}

type PartsOfAccount = { me: Me; onChange: () => Promise<void> }

function Passkeys({ me, onChange }: PartsOfAccount) {
  const [dialog, setDialog] = useState<'add' | Me['passkeys'][number] | null>(null)
  return (
    <>
      <section className={layout.card}>
        <h2>Passkeys</h2>
        <ul className={layout.stack}>
          {me.passkeys.map((passkey) => (
            <li key={passkey.id} className={`${layout.cluster} ${layout.spread}`}>
              <span>
                {passkey.label} <span className={layout.soft}>last used {formatMoment(passkey.lastUsedAt)}</span>
              </span>
              <button type="button" className={layout.button} onClick={() => setDialog(passkey)}>
                Remove
              </button>
            </li>
          ))}
        </ul>
        <div className={layout.cluster}>
          <button type="button" className={layout.button} onClick={() => setDialog('add')}>
            Add a passkey
          </button>
        </div>
      </section>
      {dialog === 'add' ? (
        <ActionDialog
          title="Add a passkey"
          confirm="Create"
          asksReason={false}
          onClose={() => setDialog(null)}
          run={async (form) => {
            await addPasskey(textIn(form, 'label'))
            await onChange()
          }}
        >
          <label className={layout.field}>
            Name
            <TextInput name="label" required limit={textLimits.staffPasskey} placeholder="Security key in the safe" />
          </label>
        </ActionDialog>
      ) : null}
      {dialog !== null && dialog !== 'add' ? (
        <ActionDialog
          title={`Remove “${dialog.label}”?`}
          confirm="Remove"
          isDangerous
          asksReason={false}
          onClose={() => setDialog(null)}
          run={async () => {
            await call('removePasskey', { body: { id: dialog.id } })
            await onChange()
          }}
        >
          <p>You can’t sign in with it anymore.</p>
        </ActionDialog>
      ) : null}
    </>
  )
}

type IdentityProps = { oidc: NonNullable<Me['oidc']>; onChange: () => Promise<void> }

/** The own account at the identity provider: linking it is the only way to sign in with it. */
function Identity({ oidc: { label, linked }, onChange }: IdentityProps) {
  const act = useMutation({ mutationFn: (action: () => Promise<unknown>) => withStepUp(action) })
  const buttonFor = (words: string, action: () => Promise<unknown>) => (
    <button type="button" className={layout.button} disabled={act.isPending} onClick={() => act.mutate(action)}>
      {words}
    </button>
  )
  return (
    <section className={layout.card}>
      <h2>Identity provider</h2>
      {linked ? (
        <p>
          Linked{linked.email === null ? '' : ` to ${linked.email}`},{' '}
          {linked.lastUsedAt === null ? 'not used yet' : `last used ${formatMoment(linked.lastUsedAt)}`}. Confirming
          with it allows actions that need your passkey for ten minutes.
        </p>
      ) : (
        <p>Link your account there to sign in with it, too.</p>
      )}
      {act.error ? <Failure message={sentenceOf(act.error)} /> : null}
      <div className={layout.cluster}>
        {linked ? (
          <>
            {buttonFor(`Confirm with ${label}`, () => goToProvider('deskOidcStepUp'))}
            {buttonFor('Unlink', () => call('unlinkIdentity').then(onChange))}
          </>
        ) : (
          buttonFor(`Link ${label}`, () => goToProvider('linkIdentity'))
        )}
      </div>
    </section>
  )
}

function Codes({ me, onChange }: PartsOfAccount) {
  const renew = useMutation({ mutationFn: () => withStepUp(() => call('renewRecoveryCodes')), onSuccess: onChange })
  return (
    <>
      <section className={layout.card}>
        <h2>Recovery codes</h2>
        <p>{me.recoveryCodesLeft} left. New codes void the old ones.</p>
        {renew.error ? <Failure message={sentenceOf(renew.error)} /> : null}
        <div className={layout.cluster}>
          <button type="button" className={layout.button} onClick={() => renew.mutate()}>
            Make new codes
          </button>
        </div>
      </section>
      {renew.data ? <RecoveryCodes codes={renew.data.recoveryCodes} /> : null}
    </>
  )
}
