import type { ContinueButton } from '@kitewise/rules/lesson-screen'
import { useEffect, useState } from 'react'
import { useTranslations } from 'use-intl'
import { useStore } from 'zustand'
import { Button } from '../../../components/button.tsx'
import { FieldError } from '../../../components/field.tsx'
import { Icon } from '../../../components/icon.tsx'
import { ActionBar } from '../../../components/layout.tsx'
import { classNames } from '../../../lib/class-names.ts'
import { outboxOf } from '../../../lib/outbox/learner-outbox.ts'
import type { OutboxState } from '../../../lib/outbox/outbox.ts'
import { useLearner } from '../../../lib/session/session.ts'
import styles from './lesson.module.css'

const labels = { continue: 'continue', finish_lesson: 'finish', skip_practice: 'skip' } as const satisfies Record<
  ContinueButton,
  string
>

type LessonActionsProps = { button: ContinueButton; isFinishing: boolean; hasFailed: boolean; onPress: () => void }

export function LessonActions({ button, isFinishing, hasFailed, onPress }: LessonActionsProps) {
  const t = useTranslations('lesson')
  return (
    <ActionBar>
      <div className={hasFailed ? styles.alert : undefined}>
        <FieldError message={hasFailed ? t('completeFailed') : null} />
      </div>
      <Button
        variant={button === 'skip_practice' ? 'secondary' : 'primary'}
        isBusy={isFinishing}
        onClick={() => onPress()}
      >
        {t(labels[button])}
      </Button>
      <SavingNote />
    </ActionBar>
  )
}

/** Shorter saves are not announced. */
const patienceMs = 600

/** Delays "saving", so quick saves neither flicker nor disturb screen readers. */
const useCalmText = (text: SavingText | null): SavingText | null => {
  const [shown, setShown] = useState(text)
  useEffect(() => {
    const timer = setTimeout(() => setShown(text), text === 'saving' ? patienceMs : 0)
    return () => clearTimeout(timer)
  }, [text])
  return shown
}

const SavingNote = () => {
  const t = useTranslations('lesson')
  const { id: userId } = useLearner()
  const [{ state }] = useState(() => outboxOf(userId))
  const outbox = useStore(state)
  const [hasWritten, setHasWritten] = useState(false)
  if (outbox.pending > 0 && !hasWritten) setHasWritten(true)
  const text = useCalmText(savingText(outbox, hasWritten))
  return (
    <p className={classNames(styles.saving, text === 'notSaved' && styles.waiting)} role="status">
      {text === 'notSaved' && <Icon name="offline" />}
      {text === 'saved' && <Icon name="check" />}
      {text && t(text)}
    </p>
  )
}

type SavingText = 'saved' | 'saving' | 'notSaved'

/** @param hasWritten whether anything was written since the screen was opened */
export function savingText({ pending, activity }: OutboxState, hasWritten: boolean): SavingText | null {
  if (pending === 0) return hasWritten ? 'saved' : null
  return activity === 'waiting' ? 'notSaved' : 'saving'
}
