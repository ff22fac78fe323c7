import type { OwnOrganization } from '@kitewise/contract/organization-entities'
import { type FormEvent, useState } from 'react'
import { useTranslations } from 'use-intl'
import { Button } from '../../../components/button.tsx'
import { Field } from '../../../components/field.tsx'
import { Stack } from '../../../components/layout.tsx'
import { PinAgainSheet, usePinAgain } from '../../../components/pin-again-sheet.tsx'
import { Switch } from '../../../components/switch.tsx'
import { call } from '../../../lib/api-client.ts'
import { toast } from '../../../lib/toast.ts'
import type { SignInSettings } from '../api.ts'
import { useTeamAction } from '../use-team-action.ts'
import { Confirmed } from './confirmed.tsx'
import { Copyable } from './copyable.tsx'
import styles from './team.module.css'

type ProviderProps = { team: OwnOrganization; settings: SignInSettings; isProven: boolean }

/** What the provider and we need to know of each other, and whether people must use it. */
export function Provider({ team, settings, isProven }: ProviderProps) {
  const t = useTranslations('teamSignIn')
  const { provider, returnAddress, signInAddress } = settings
  return (
    <>
      <Copyable label={t('returnAddress')} value={returnAddress} />
      <ProviderForm team={team} stored={provider} />
      {provider !== null && (
        <>
          <Copyable label={t('signInAddress')} value={signInAddress} />
          <TestProvider team={team} />
          <RequireProvider team={team} isRequired={provider.isRequired} isProven={isProven} />
          <RemoveProvider team={team} />
        </>
      )}
    </>
  )
}

const useProviderForm = (team: OwnOrganization, stored: SignInSettings['provider']) => {
  const t = useTranslations('teamSignIn')
  const pinAgain = usePinAgain()
  const [typed, setTyped] = useState({ issuer: stored?.issuer ?? '', clientId: stored?.clientId ?? '', secret: '' })
  const [issuer, clientId, secret] = [typed.issuer.trim(), typed.clientId.trim(), typed.secret.trim()]
  const { run: save, isBusy } = useTeamAction(team.id, async () => {
    const body = { issuer, clientId, clientSecret: secret === '' ? null : secret }
    const saved = await pinAgain.run(() =>
      call('PUT /api/organizations/{organizationId}/provider', { params: { organizationId: team.id }, body }),
    )
    if (saved === null) return
    setTyped({ ...typed, secret: '' })
    toast.success(t('saved'))
  })
  return {
    typed,
    change: (part: Partial<typeof typed>): void => setTyped({ ...typed, ...part }),
    isComplete: issuer !== '' && clientId !== '',
    isAnother: stored !== null && (issuer !== stored.issuer || clientId !== stored.clientId),
    save,
    isBusy,
    sheet: pinAgain.sheet,
  }
}

const plain = { autoCapitalize: 'none', autoComplete: 'off', spellCheck: false } as const

const ProviderForm = ({ team, stored }: { team: OwnOrganization; stored: SignInSettings['provider'] }) => {
  const t = useTranslations('teamSignIn')
  const { typed, change, isComplete, isAnother, save, isBusy, sheet } = useProviderForm(team, stored)
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    if (isComplete) save()
  }
  return (
    <>
      <Stack as="form" gap={16} onSubmit={submit}>
        <Field
          {...plain}
          label={t('issuer')}
          value={typed.issuer}
          inputMode="url"
          limit={500}
          placeholder="https://login.example.com"
          onChange={(event) => change({ issuer: event.target.value })}
        />
        <div className={styles.pair}>
          <Field
            {...plain}
            label={t('clientId')}
            value={typed.clientId}
            limit={500}
            onChange={(event) => change({ clientId: event.target.value })}
          />
          <Field
            label={t('clientSecret')}
            hint={t(stored === null ? 'secretHint' : 'secretKept')}
            type="password"
            autoComplete="new-password"
            value={typed.secret}
            limit={1000}
            onChange={(event) => change({ secret: event.target.value })}
          />
        </div>
        {isAnother && <p role="status">{t('unlinks')}</p>}
        <Button type="submit" width="fit" disabled={!isComplete} isBusy={isBusy}>
          {t('save')}
        </Button>
      </Stack>
      <PinAgainSheet {...sheet} />
    </>
  )
}

const TestProvider = ({ team }: { team: OwnOrganization }) => {
  const t = useTranslations('teamSignIn')
  const [result, setResult] = useState<'works' | 'no_answer' | 'other_issuer' | 'not_openid' | null>(null)
  const { run, isBusy } = useTeamAction(team.id, async () => {
    setResult(null)
    const tested = await call('POST /api/organizations/{organizationId}/provider/test', {
      params: { organizationId: team.id },
    })
    setResult(tested.result)
  })
  return (
    <Stack gap={8}>
      <Button variant="secondary" width="fit" isBusy={isBusy} onClick={() => run()}>
        {t('test')}
      </Button>
      <p role="status">{result !== null && t(`results.${result}`)}</p>
    </Stack>
  )
}

type RequireProviderProps = { team: OwnOrganization; isRequired: boolean; isProven: boolean }

const RequireProvider = ({ team, isRequired, isProven }: RequireProviderProps) => {
  const t = useTranslations('teamSignIn')
  const pinAgain = usePinAgain()
  const { run, isBusy } = useTeamAction(team.id, (wanted: boolean) =>
    pinAgain.run(() =>
      call('PUT /api/organizations/{organizationId}/provider/required', {
        params: { organizationId: team.id },
        body: { isRequired: wanted },
      }),
    ),
  )
  return (
    <Stack gap={4}>
      {isProven || isRequired ? (
        <Switch label={t('required')} isOn={isRequired} isBusy={isBusy} onChange={run} />
      ) : (
        <p>{t('requiredLater')}</p>
      )}
      <p className={styles.soft}>{t('requiredNote')}</p>
      <PinAgainSheet {...pinAgain.sheet} />
    </Stack>
  )
}

const RemoveProvider = ({ team }: { team: OwnOrganization }) => {
  const t = useTranslations('teamSignIn')
  const pinAgain = usePinAgain()
  const { run, isBusy } = useTeamAction(team.id, () =>
    pinAgain.run(() =>
      call('DELETE /api/organizations/{organizationId}/provider', { params: { organizationId: team.id } }),
    ),
  )
  return (
    <>
      <Confirmed
        label={t('removeProvider')}
        note={t('removeProviderNote')}
        confirmLabel={t('removeNow')}
        isBusy={isBusy}
        onConfirm={() => run()}
      />
      <PinAgainSheet {...pinAgain.sheet} />
    </>
  )
}
