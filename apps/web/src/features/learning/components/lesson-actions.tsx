import type { Ref } from 'react'
import { useTranslations } from 'use-intl'
import { Button } from '../../../components/button.tsx'
import { FieldError } from '../../../components/field.tsx'
import { SavingNote } from '../../../components/saving-note.tsx'
import type { CardButton } from '../lesson-walk.ts'
import styles from './lesson-player.module.css'

const labels = {
  continue: 'continue',
  finish_lesson: 'finish',
  skip_practice: 'skip',
  skip: 'skipOptional',
} as const satisfies Record<CardButton, string>

type LessonActionsProps = {
  /** Where the card puts its own action, and the feedback to an answer. */
  ref: Ref<HTMLDivElement>
  button: CardButton
  isFinishing: boolean
  hasFailed: boolean
  onPress: () => void
}

export function LessonActions({ ref, button, isFinishing, hasFailed, onPress }: LessonActionsProps) {
  const t = useTranslations('lesson')
  const isSkip = button === 'skip' || button === 'skip_practice'
  return (
    <div className={styles.footer}>
      <div ref={ref} className={styles.slot} data-card-footer="" />
      <div className={hasFailed ? styles.alert : undefined}>
        <FieldError message={hasFailed ? t('completeFailed') : null} />
      </div>
      {isSkip ? (
        <button key="skip" type="button" className={styles.skip} disabled={isFinishing} onClick={() => onPress()}>
          {t(labels[button])}
        </button>
      ) : (
        <Button key="go-on" isBusy={isFinishing} onClick={() => onPress()}>
          {t(labels[button])}
        </Button>
      )}
      <SavingNote />
    </div>
  )
}
