import { useState, type FormEvent } from 'react'
import { useLocale, useTranslations } from 'use-intl'
import { Button } from '../../../components/button.tsx'
import { Field } from '../../../components/field.tsx'
import { PinAgainSheet } from '../../../components/pin-again-sheet.tsx'
import { Sheet } from '../../../components/sheet.tsx'
import { isDeletionWord } from '../is-deletion-word.ts'
import { useDeletion } from '../use-deletion.ts'
import styles from './erasure.module.css'

/** Asks for the confirmation word and deletes the account. */
export const ConfirmDeletion = ({ onClose }: { onClose: () => void }) => {
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
        <form className={styles.form} onSubmit={submit} noValidate>
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
          <Button type="submit" variant="danger" isBusy={isBusy}>
            {isBusy ? t('deleting') : t('confirm')}
          </Button>
          <Button variant="quiet" onClick={close}>
            {t('keep')}
          </Button>
        </form>
      </Sheet>
      <PinAgainSheet {...deletion.sheet} />
    </>
  )
}
