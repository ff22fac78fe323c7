import * as textLimits from '@kitewise/contract/typed/text-limits'
import { apiScopes, longestKeyDays } from '@kitewise/contract/choices'
import type { OwnOrganization } from '@kitewise/contract/organization-entities'
import type { ApiScope } from '@kitewise/contract/public-api'
import { type FormEvent, useState } from 'react'
import { useTranslations } from 'use-intl'
import { Button } from '../../../components/button.tsx'
import { Card } from '../../../components/card.tsx'
import { Checkbox } from '../../../components/checkbox.tsx'
import { Field } from '../../../components/field.tsx'
import { Stack } from '../../../components/layout.tsx'
import { PinAgainSheet, usePinAgain } from '../../../components/pin-again-sheet.tsx'
import { Select } from '../../../components/select.tsx'
import { call } from '../../../lib/api-client.ts'
import { useTeamAction } from '../use-team-action.ts'
import { Copyable } from './copyable.tsx'
import styles from './team.module.css'

/** Each scope with the key of its text. */
export const scopeTexts = {
  'people:read': 'people_read',
  'progress:read': 'progress_read',
  'people:write': 'people_write',
} as const satisfies Record<ApiScope, string>

/** For how many days a key can be made. */
const terms = [30, 90, 365, longestKeyDays] as const

const empty = { name: '', scopes: [] as readonly ApiScope[], days: 365 }

const useNewKey = (team: OwnOrganization) => {
  const pinAgain = usePinAgain()
  const [wish, setWish] = useState(empty)
  const [secret, setSecret] = useState<string | null>(null)
  const name = wish.name.trim()
  const { run: make, isBusy } = useTeamAction(team.id, async () => {
    setSecret(null)
    const made = await pinAgain.run(() =>
      call('POST /api/organizations/{organizationId}/api-keys', {
        params: { organizationId: team.id },
        body: { name, scopes: [...wish.scopes], days: wish.days },
      }),
    )
    if (made === null) return
    setSecret(made.secret)
    setWish(empty)
  })
  return {
    wish,
    change: (part: Partial<typeof empty>): void => setWish({ ...wish, ...part }),
    isComplete: name !== '' && wish.scopes.length > 0,
    secret,
    make,
    isBusy,
    sheet: pinAgain.sheet,
  }
}

/** The key is shown once, because only its hash is stored. */
export function NewKey({ team }: { team: OwnOrganization }) {
  const t = useTranslations('teamKeys')
  const { wish, change, isComplete, secret, make, isBusy, sheet } = useNewKey(team)
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    if (isComplete) make()
  }
  return (
    <Stack as="section" gap={12}>
      <h2 className={styles.heading}>{t('add')}</h2>
      {secret !== null && (
        <Card tone="kite" gap={12}>
          <p role="status">{t('keyOnce')}</p>
          <Copyable label={t('key')} value={secret} />
        </Card>
      )}
      <Card>
        <Stack as="form" gap={16} onSubmit={submit}>
          <Field
            label={t('name')}
            hint={t('nameHint')}
            value={wish.name}
            limit={textLimits.apiKeyName}
            autoComplete="off"
            onChange={(event) => change({ name: event.target.value })}
          />
          <ScopeChoice scopes={wish.scopes} onChange={(scopes) => change({ scopes })} />
          <Select
            label={t('lasts')}
            value={String(wish.days)}
            options={terms.map((days) => ({ value: String(days), label: t('days', { count: days }) }))}
            onChange={(event) => change({ days: Number(event.target.value) })}
          />
          <Button type="submit" width="fit" disabled={!isComplete} isBusy={isBusy}>
            {t('make')}
          </Button>
        </Stack>
      </Card>
      <PinAgainSheet {...sheet} />
    </Stack>
  )
}

type ScopeChoiceProps = { scopes: readonly ApiScope[]; onChange: (scopes: readonly ApiScope[]) => void }

const ScopeChoice = ({ scopes, onChange }: ScopeChoiceProps) => {
  const t = useTranslations('teamKeys')
  return (
    <fieldset className={styles.choice}>
      <legend className={styles.strong}>{t('may')}</legend>
      {apiScopes.map((scope) => (
        <Checkbox
          key={scope}
          label={t(`scopes.${scopeTexts[scope]}`)}
          isChecked={scopes.includes(scope)}
          onChange={(isWanted) => onChange(isWanted ? [...scopes, scope] : scopes.filter((one) => one !== scope))}
        />
      ))}
    </fieldset>
  )
}
