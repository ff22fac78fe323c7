import type { OwnOrganization } from '@kitewise/contract/organization-entities'
import { useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { useTranslations } from 'use-intl'
import { Button } from '../../../components/button.tsx'
import { Field } from '../../../components/field.tsx'
import { Stack } from '../../../components/layout.tsx'
import { PinAgainSheet, usePinAgain } from '../../../components/pin-again-sheet.tsx'
import { Sheet } from '../../../components/sheet.tsx'
import { ApiError, call } from '../../../lib/api-client.ts'
import { toast } from '../../../lib/toast.ts'
import { useAction } from '../../../lib/use-action.ts'
import { useTeamError } from '../use-team-action.ts'
import styles from './team.module.css'

/** For owners: the end of the team. */
export function CloseTeam({ team }: { team: OwnOrganization }) {
  const t = useTranslations('teamSettings.close')
  const [isOpen, setOpen] = useState(false)
  return (
    <Stack as="section" gap={12}>
      <h2 className={styles.heading}>{t('title')}</h2>
      <Button variant="quiet" width="fit" onClick={() => setOpen(true)}>
        {t('start')}
      </Button>
      {isOpen && <ClosingSheet team={team} onClose={() => setOpen(false)} />}
    </Stack>
  )
}

const ClosingSheet = ({ team, onClose }: { team: OwnOrganization; onClose: () => void }) => {
  const t = useTranslations('teamSettings.close')
  const organization = team.name
  const { close, isBusy, failure, clearFailure, sheet } = useClosing(team, onClose)
  const [typed, setTyped] = useState('')
  const [isWrong, setWrong] = useState(false)
  const prompt = t('prompt', { organization })
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    // The prompt isolates a name in Arabic by marks, which come along when it is copied.
    const isRight = typed.replaceAll(/[\u2066-\u2069]/g, '').trim() === organization
    setWrong(!isRight)
    if (isRight) close(organization)
  }
  const leave = (): void => {
    if (!isBusy) onClose()
  }
  return (
    <>
      <Sheet isOpen onClose={leave} title={t('ask', { organization })}>
        <Stack as="form" gap={16} onSubmit={submit} noValidate>
          <Stack as="ul" gap={8}>
            <li>{t('people')}</li>
            <li>{t('money')}</li>
            <li>{t('connections')}</li>
            <li>{t('invoices')}</li>
            <li className={styles.strong}>{t('final')}</li>
          </Stack>
          <Field
            label={t('field')}
            hint={isWrong ? undefined : prompt}
            error={isWrong ? prompt : failure}
            value={typed}
            onChange={({ target }) => {
              setTyped(target.value)
              setWrong(false)
              clearFailure()
            }}
            readOnly={isBusy}
            autoComplete="off"
            spellCheck={false}
          />
          <Button type="submit" variant="danger" isBusy={isBusy}>
            {t('confirm')}
          </Button>
          <Button variant="quiet" onClick={leave}>
            {t('keep')}
          </Button>
        </Stack>
      </Sheet>
      <PinAgainSheet {...sheet} />
    </>
  )
}

const useClosing = (team: OwnOrganization, onClosed: () => void) => {
  const t = useTranslations('teamSettings.close')
  const client = useQueryClient()
  const errorText = useTeamError()
  const pinAgain = usePinAgain()
  const [failure, setFailure] = useState<string | null>(null)
  const { run: close, isBusy } = useAction(async (name: string) => {
    setFailure(null)
    const params = { organizationId: team.id }
    try {
      const closed = await pinAgain.run(() =>
        call('POST /api/organizations/{organizationId}/close', { params, body: { name } }),
      )
      if (closed === null) return
    } catch (error) {
      // Renamed in the meantime: the name on the screen is read again.
      const isRenamed = error instanceof ApiError && error.code === 'name_mismatch'
      setFailure(isRenamed ? t('failed') : errorText(error))
      if (isRenamed) await client.invalidateQueries()
      return
    }
    toast.success(t('done'))
    onClosed()
    // Also the owner's own access may have ended.
    await client.invalidateQueries()
  })
  return { close, isBusy, failure, clearFailure: () => setFailure(null), sheet: pinAgain.sheet }
}
