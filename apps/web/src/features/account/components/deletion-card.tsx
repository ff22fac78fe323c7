import { deletionGraceDays } from '@kitewise/rules/account'
import { type FormEvent, useState } from 'react'
import { useLocale, useTranslations } from 'use-intl'
import { Stack } from '../../../components/layout.tsx'
import { Button, ButtonLink } from '../../../components/button.tsx'
import { Card } from '../../../components/card.tsx'
import { Field } from '../../../components/field.tsx'
import { PinAgainSheet } from '../../../components/pin-again-sheet.tsx'
import { Sheet } from '../../../components/sheet.tsx'
import { paths } from '../../../lib/paths.ts'
import { isDeletionWord, useDeletion } from '../use-deletion.ts'
import styles from './account.module.css'

export function DeletionCard() {
  const t = useTranslations('deleteAccount')
  const [isConfirming, setConfirming] = useState(false)
  const days = deletionGraceDays
  return (
    <Card gap={16}>
      <h2 className={styles.heading}>{t('whatTitle')}</h2>
      <Stack as="ul" gap={12}>
        <li>{t('atOnce')}</li>
        <li>{t('billing')}</li>
        <li>{t('wayBack', { days })}</li>
        <li>{t('erasure', { days })}</li>
      </Stack>
      <Button variant="danger" onClick={() => setConfirming(true)}>
        {t('start')}
      </Button>
      {isConfirming && <ConfirmDeletion onClose={() => setConfirming(false)} />}
    </Card>
  )
}

const ConfirmDeletion = ({ onClose }: { onClose: () => void }) => {
  const t = useTranslations('deleteAccount')
  const locale = useLocale()
  const deletion = useDeletion()
  const [typed, setTyped] = useState('')
  const [isWrong, setWrong] = useState(false)
  const prompt = t('prompt', { word: t('word') })
  const isBusy = deletion.state !== 'ready'

  const submit = (event: FormEvent): void => {
    event.preventDefault()
    const isRight = isDeletionWord(typed, t('word'), locale)
    setWrong(!isRight)
    if (isRight) deletion.remove()
  }
  const close = (): void => {
    if (!isBusy) onClose()
  }
  return (
    <>
      <Sheet isOpen onClose={close} title={t('confirmTitle')}>
        <Stack as="form" gap={16} onSubmit={submit} noValidate>
          <Field
            label={t('field')}
            hint={isWrong ? undefined : prompt}
            error={isWrong ? prompt : deletion.failure}
            value={typed}
            onChange={({ target }) => {
              setTyped(target.value)
              setWrong(false)
              deletion.clearFailure()
            }}
            readOnly={isBusy}
            autoComplete="off"
            autoCapitalize="characters"
            spellCheck={false}
          />
          {deletion.isNeeded && (
            <ButtonLink variant="secondary" to={paths.teamSettings}>
              {t('toTeam')}
            </ButtonLink>
          )}
          <Button type="submit" variant="danger" isBusy={isBusy}>
            {isBusy ? t('deleting') : t('confirm')}
          </Button>
          <Button variant="quiet" onClick={close}>
            {t('keep')}
          </Button>
        </Stack>
      </Sheet>
      <PinAgainSheet {...deletion.sheet} />
    </>
  )
}
