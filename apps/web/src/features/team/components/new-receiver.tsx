import type { OwnOrganization } from '@kitewise/contract/organization-entities'
import type { EventEndpoint, EventKind } from '@kitewise/contract/outgoing-events'
import { type FormEvent, useState } from 'react'
import { useTranslations } from 'use-intl'
import { Button } from '../../../components/button.tsx'
import { Card } from '../../../components/card.tsx'
import { Checkbox } from '../../../components/checkbox.tsx'
import { Field } from '../../../components/field.tsx'
import { Stack } from '../../../components/layout.tsx'
import { Select } from '../../../components/select.tsx'
import { call } from '../../../lib/api-client.ts'
import { useTeamAction } from '../use-team-action.ts'
import { Copyable } from './copyable.tsx'
import styles from './team.module.css'

type ReceiverType = EventEndpoint['type']

/** Each kind with the key of its text. */
const kindTexts = {
  'learner.joined': 'learner_joined',
  'lesson.finished': 'lesson_finished',
  'course.completed': 'course_completed',
  'certificate.issued': 'certificate_issued',
  'subscription.changed': 'subscription_changed',
} as const satisfies Record<EventKind, string>

const allKinds = Object.keys(kindTexts) as EventKind[] // Exactly these, as the line above proves.

/** Statements of a record store are about learners, so it gets nothing about the contract. */
const kindsFor = (type: ReceiverType): readonly EventKind[] =>
  type === 'webhook' ? allKinds : allKinds.filter((kind) => kind !== 'subscription.changed')

type KindChoiceProps = {
  type: ReceiverType
  kinds: readonly EventKind[]
  onChange: (kinds: readonly EventKind[]) => void
}

/** Which events are sent. */
export function KindChoice({ type, kinds, onChange }: KindChoiceProps) {
  const t = useTranslations('teamEvents')
  return (
    <fieldset className={styles.choice}>
      <legend className={styles.strong}>{t('kinds')}</legend>
      {kindsFor(type).map((kind) => (
        <Checkbox
          key={kind}
          label={t(`kind.${kindTexts[kind]}`)}
          isChecked={kinds.includes(kind)}
          onChange={(isWanted) => onChange(isWanted ? [...kinds, kind] : kinds.filter((one) => one !== kind))}
        />
      ))}
    </fieldset>
  )
}

const empty = { type: 'webhook' as ReceiverType, url: '', user: '', password: '', kinds: kindsFor('webhook') }

const useNewReceiver = (team: OwnOrganization) => {
  const [wish, setWish] = useState(empty)
  const [secret, setSecret] = useState<string | null>(null)
  const { type, user, password } = wish
  const url = wish.url.trim()
  const { run: add, isBusy } = useTeamAction(team.id, async () => {
    setSecret(null)
    const kinds = wish.kinds.filter((kind) => kindsFor(type).includes(kind))
    const made = await call('POST /api/organizations/{organizationId}/event-endpoints', {
      params: { organizationId: team.id },
      body: type === 'webhook' ? { type, url, kinds } : { type, url, kinds, user, password },
    })
    setSecret(made.secret)
    setWish(empty)
  })
  const isComplete = url !== '' && wish.kinds.length > 0 && (type === 'webhook' || user !== '')
  const change = (part: Partial<typeof empty>): void => setWish({ ...wish, ...part })
  return { wish, change, isComplete, secret, add, isBusy }
}

/** A webhook or a record store. The secret of a webhook is shown once, because it can't be read again. */
export function NewReceiver({ team }: { team: OwnOrganization }) {
  const t = useTranslations('teamEvents')
  const { wish, change, isComplete, secret, add, isBusy } = useNewReceiver(team)
  const { type, user, password } = wish
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    if (isComplete) add()
  }
  return (
    <Stack as="section" gap={12}>
      <h2 className={styles.heading}>{t('add')}</h2>
      {secret !== null && (
        <Card tone="kite" gap={12}>
          <p role="status">{t('secretOnce')}</p>
          <Copyable label={t('secret')} value={secret} />
        </Card>
      )}
      <Card>
        <Stack as="form" gap={16} onSubmit={submit}>
          <Select
            label={t('type')}
            value={type}
            options={(['webhook', 'xapi'] as const).map((value) => ({ value, label: t(`types.${value}`) }))}
            onChange={(event) => change({ type: event.target.value === 'xapi' ? 'xapi' : 'webhook' })}
          />
          <Field
            label={t('address')}
            hint={t(`addressHints.${type}`)}
            value={wish.url}
            inputMode="url"
            limit={500}
            placeholder="https://"
            autoCapitalize="none"
            autoComplete="off"
            spellCheck={false}
            onChange={(event) => change({ url: event.target.value })}
          />
          {type === 'xapi' && <StoreAccess user={user} password={password} onChange={change} />}
          <KindChoice type={type} kinds={wish.kinds} onChange={(kinds) => change({ kinds })} />
          <Button type="submit" width="fit" disabled={!isComplete} isBusy={isBusy}>
            {t('addNow')}
          </Button>
        </Stack>
      </Card>
    </Stack>
  )
}

type Access = { user: string; password: string }

const StoreAccess = ({ user, password, onChange }: Access & { onChange: (part: Partial<Access>) => void }) => {
  const t = useTranslations('teamEvents')
  return (
    <div className={styles.pair}>
      <Field
        label={t('user')}
        value={user}
        limit={200}
        autoCapitalize="none"
        autoComplete="off"
        spellCheck={false}
        onChange={(event) => onChange({ user: event.target.value })}
      />
      <Field
        label={t('password')}
        type="password"
        autoComplete="new-password"
        value={password}
        limit={200}
        onChange={(event) => onChange({ password: event.target.value })}
      />
    </div>
  )
}
