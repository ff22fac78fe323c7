import type { Invitation, InvitationList, JoinLink, OwnOrganization } from '@kitewise/contract/organization-entities'
import { isWithin } from '@kitewise/contract/typed/signs'
import * as textLimits from '@kitewise/contract/typed/text-limits'
import { type ChangeEvent, useState } from 'react'
import { useTranslations } from 'use-intl'
import { Badge } from '../../../components/badge.tsx'
import { Button } from '../../../components/button.tsx'
import { Card } from '../../../components/card.tsx'
import { Disclosure } from '../../../components/disclosure.tsx'
import { Field, FieldError, Textarea } from '../../../components/field.tsx'
import { Cluster, Stack } from '../../../components/layout.tsx'
import { Select } from '../../../components/select.tsx'
import { call } from '../../../lib/api-client.ts'
import { useLanguage } from '../../../lib/i18n/language.ts'
import { readTextFile } from '../../../lib/read-text-file.ts'
import { saveFile } from '../../../lib/save-file.ts'
import { toast } from '../../../lib/toast.ts'
import { useAction } from '../../../lib/use-action.ts'
import { useDateInSentence } from '../../../lib/use-date-in-sentence.ts'
import { useRead } from '../../../lib/use-read.ts'
import { groupsQuery, invitationsQuery, joinLinksQuery, useRefresh } from '../api.ts'
import { useTeamStepUp } from '../step-up.tsx'
import { useTeamAction, useTeamError } from '../use-team-action.ts'
import { Copyable } from './copyable.tsx'
import { Pages } from './people-list.tsx'
import styles from './team.module.css'

/** Three ways in: a list of addresses, a link to share, and what has been sent. */
export function Invite({ team }: { team: OwnOrganization }) {
  const t = useTranslations('teamInvite')
  return (
    <Stack as="section" gap={8}>
      <Disclosure summary={t('byList')}>
        <ByList team={team} />
      </Disclosure>
      <Disclosure summary={t('byLink')}>
        <ByLink team={team} />
      </Disclosure>
      <Disclosure summary={t('sent')}>
        <Sent team={team} />
      </Disclosure>
    </Stack>
  )
}

const GroupSelect = ({
  team,
  value,
  onChange,
}: {
  team: OwnOrganization
  value: string
  onChange: (groupId: string) => void
}) => {
  const t = useTranslations('teamInvite')
  const { data: groups = [] } = useRead(groupsQuery(team.id))
  if (groups.length === 0) return null
  return (
    <Select
      label={t('group')}
      value={value}
      options={[{ value: '', label: t('noGroup') }, ...groups.map(({ id, name }) => ({ value: id, label: name }))]}
      onChange={(event) => onChange(event.target.value)}
    />
  )
}

/** Pasted or from a file; checked before anybody is invited. Lines with a problem come back as a file to correct. */
const ByList = ({ team }: { team: OwnOrganization }) => {
  const t = useTranslations('teamInvite')
  const [text, setText] = useState('')
  const [groupId, setGroupId] = useState('')
  const language = useLanguage((state) => state.language)
  const { preview, failure, refuse, check, isChecking, send, isSending, forget } = useInvitations(
    team,
    text,
    groupId,
    () => setText(''),
  )
  const type = (typed: string): void => {
    setText(typed)
    refuse(null)
    forget()
  }
  const readFile = async (event: ChangeEvent<HTMLInputElement>): Promise<void> => {
    const file = event.target.files?.[0]
    if (!file) return
    const read = await readTextFile(file, language)
    if (isWithin(read, textLimits.invitationList)) type(read)
    else refuse(t('tooLong'))
  }
  return (
    <Stack gap={16}>
      <Textarea
        label={t('list')}
        hint={t('listHint')}
        rows={5}
        value={text}
        limit={textLimits.invitationList}
        spellCheck={false}
        placeholder={'email,name,group\nana@example.com,Ana,Sales'}
        onChange={(event) => type(event.target.value)}
      />
      <Field
        label={t('file')}
        type="file"
        accept=".csv,.txt,text/csv,text/plain"
        onChange={(event) => void readFile(event)}
      />
      <GroupSelect team={team} value={groupId} onChange={setGroupId} />
      <FieldError message={failure} />
      {preview === null ? (
        <Button variant="secondary" disabled={text.trim() === ''} isBusy={isChecking} onClick={() => check()}>
          {t('check')}
        </Button>
      ) : (
        <Preview preview={preview} isSending={isSending} onSend={() => send()} />
      )}
    </Stack>
  )
}

const useInvitations = (team: OwnOrganization, text: string, groupId: string, onSent: () => void) => {
  const t = useTranslations('teamInvite')
  const errorText = useTeamError()
  const refresh = useRefresh(team.id)
  const stepUp = useTeamStepUp()
  const [preview, setPreview] = useState<InvitationList | null>(null)
  const [failure, setFailure] = useState<string | null>(null)
  const list = { params: { organizationId: team.id }, body: { text, groupId: groupId === '' ? null : groupId } }
  const { run: check, isBusy: isChecking } = useAction(async () => {
    setFailure(null)
    try {
      setPreview(await call('POST /api/organizations/{organizationId}/invitations/preview', list))
    } catch (error) {
      setFailure(errorText(error))
    }
  })
  const { run: send, isBusy: isSending } = useAction(async () => {
    setFailure(null)
    try {
      const sent = await stepUp(() => call('POST /api/organizations/{organizationId}/invitations', list))
      if (sent === null) return
      toast.success(t('invited', { count: sent.valid }))
      onSent()
      setPreview(sent.failedCsv === null ? null : { ...sent, valid: 0 })
      await refresh()
    } catch (error) {
      setFailure(errorText(error))
    }
  })
  return { preview, failure, refuse: setFailure, check, isChecking, send, isSending, forget: () => setPreview(null) }
}

type PreviewProps = { preview: InvitationList; isSending: boolean; onSend: () => void }

const Preview = ({ preview, isSending, onSend }: PreviewProps) => {
  const t = useTranslations('teamInvite')
  const { lines, valid, newGroups, failedCsv } = preview
  const failed = lines.filter(({ problem }) => problem !== null)
  return (
    <Stack gap={12}>
      <p role="status">{t('checked', { valid, failed: failed.length })}</p>
      {newGroups.length > 0 && <p className={styles.soft}>{t('newGroups', { groups: newGroups.join(', ') })}</p>}
      {failed.length > 0 && (
        <Card tone="bad" gap={8}>
          <ul className={styles.list}>
            {failed.slice(0, 20).map(({ line, email, problem }) => (
              <li key={line}>
                {t('line', { line })} <span className={styles.strong}>{email}</span>{' '}
                {problem !== null && t(`problems.${problem}`)}
              </li>
            ))}
          </ul>
          {failed.length > 20 && <p>{t('more', { count: failed.length - 20 })}</p>}
        </Card>
      )}
      {failedCsv !== null && (
        <Button variant="secondary" onClick={() => saveFile('invitations-to-correct.csv', failedCsv, 'text/csv')}>
          {t('saveFailed')}
        </Button>
      )}
      {valid > 0 && (
        <Button isBusy={isSending} onClick={onSend}>
          {t('send', { count: valid })}
        </Button>
      )}
    </Stack>
  )
}

const ByLink = ({ team }: { team: OwnOrganization }) => {
  const t = useTranslations('teamInvite')
  const { data: links = [] } = useRead(joinLinksQuery(team.id))
  return (
    <Stack gap={16}>
      <p>{t('linkNote')}</p>
      <NewLink team={team} />
      {links.length > 0 && (
        <ul className={styles.rows}>
          {links.map((link) => (
            <li key={link.id} className={styles.row}>
              <LinkFacts link={link} />
              {link.state === 'open' && <RevokeLink team={team} linkId={link.id} />}
            </li>
          ))}
        </ul>
      )}
    </Stack>
  )
}

const isInRange = (value: string, most: number): boolean => /^[1-9]\d*$/.test(value) && Number(value) <= most

/** The address is shown once, because only its hash is stored. */
const NewLink = ({ team }: { team: OwnOrganization }) => {
  const t = useTranslations('teamInvite')
  const [groupId, setGroupId] = useState('')
  const [maxUses, setMaxUses] = useState('20')
  const [days, setDays] = useState('30')
  const [url, setUrl] = useState<string | null>(null)
  const { run: create, isBusy } = useTeamAction(team.id, async () => {
    const made = await call('POST /api/organizations/{organizationId}/join-links', {
      params: { organizationId: team.id },
      body: { groupId: groupId === '' ? null : groupId, maxUses: Number(maxUses), days: Number(days) },
    })
    setUrl(made.url)
  })
  return (
    <>
      <div className={styles.pair}>
        <Field
          label={t('maxUses')}
          inputMode="numeric"
          value={maxUses}
          onChange={(event) => setMaxUses(event.target.value)}
        />
        <Field label={t('days')} inputMode="numeric" value={days} onChange={(event) => setDays(event.target.value)} />
      </div>
      <GroupSelect team={team} value={groupId} onChange={setGroupId} />
      <Button
        variant="secondary"
        disabled={!isInRange(maxUses, 10_000) || !isInRange(days, 365)}
        isBusy={isBusy}
        onClick={() => create()}
      >
        {t('createLink')}
      </Button>
      {url !== null && (
        <Card tone="kite">
          <div role="status">
            <Copyable label={t('linkMade')} value={url} />
          </div>
        </Card>
      )}
    </>
  )
}

const LinkFacts = ({ link }: { link: JoinLink }) => {
  const t = useTranslations('teamInvite')
  const day = useDateInSentence()
  return (
    <div className={styles.who}>
      <span>{t('linkUses', { uses: link.uses, maxUses: link.maxUses })}</span>
      <span className={styles.soft}>
        {[link.group, t('until', { date: day(link.expiresAt) }), t(`linkStates.${link.state}`)]
          .filter(Boolean)
          .join(' · ')}
      </span>
    </div>
  )
}

const RevokeLink = ({ team, linkId }: { team: OwnOrganization; linkId: string }) => {
  const t = useTranslations('teamInvite')
  const { run, isBusy } = useTeamAction(team.id, () =>
    call('DELETE /api/organizations/{organizationId}/join-links/{linkId}', {
      params: { organizationId: team.id, linkId },
    }),
  )
  return (
    <Button variant="quiet" width="fit" isBusy={isBusy} onClick={() => run()}>
      {t('revoke')}
    </Button>
  )
}

const Sent = ({ team }: { team: OwnOrganization }) => {
  const t = useTranslations('teamInvite')
  const [page, setPage] = useState(1)
  const { data } = useRead(invitationsQuery(team.id, page))
  if (data === undefined || data.total === 0) return <p className={styles.soft}>{t('noneSent')}</p>
  return (
    <Stack gap={12}>
      <ul className={styles.rows}>
        {data.rows.map((invitation) => (
          <li key={invitation.id} className={styles.row}>
            <InvitationFacts invitation={invitation} />
            {(invitation.state === 'pending' || invitation.state === 'expired') && (
              <InvitationActions team={team} invitation={invitation} />
            )}
          </li>
        ))}
      </ul>
      <Pages page={page} total={data.total} onChange={setPage} />
    </Stack>
  )
}

const InvitationFacts = ({ invitation }: { invitation: Invitation }) => {
  const t = useTranslations('teamInvite')
  const day = useDateInSentence()
  const { email, group, state, sentAt } = invitation
  return (
    <div className={styles.who}>
      <span translate="no">{email}</span>
      <Cluster gap={8} className={styles.soft}>
        <Badge tone={state === 'accepted' ? 'good' : 'plain'}>{t(`states.${state}`)}</Badge>
        <span>{[group, t('sentOn', { date: day(sentAt) })].filter(Boolean).join(' · ')}</span>
      </Cluster>
    </div>
  )
}

const InvitationActions = ({ team, invitation }: { team: OwnOrganization; invitation: Invitation }) => {
  const t = useTranslations('teamInvite')
  const params = { organizationId: team.id, invitationId: invitation.id }
  const { run: resend, isBusy: isResending } = useTeamAction(team.id, async () => {
    await call('POST /api/organizations/{organizationId}/invitations/{invitationId}/resend', { params })
    toast.success(t('resent'))
  })
  const { run: revoke, isBusy: isRevoking } = useTeamAction(team.id, () =>
    call('DELETE /api/organizations/{organizationId}/invitations/{invitationId}', { params }),
  )
  return (
    <Cluster gap={4} className={styles.actions}>
      <Button variant="quiet" width="fit" isBusy={isResending} onClick={() => resend()}>
        {t('resend')}
      </Button>
      <Button variant="quiet" width="fit" isBusy={isRevoking} onClick={() => revoke()}>
        {t('revoke')}
      </Button>
    </Cluster>
  )
}
