import type { ContinueButton } from '@kitewise/rules/lesson-screen'
import { useTranslations } from 'use-intl'
import { Button } from '../../../components/button.tsx'
import { FieldError } from '../../../components/field.tsx'
import { ActionBar } from '../../../components/layout.tsx'
import styles from './lesson-actions.module.css'
import { SavingNote } from './saving-note.tsx'

const labels = { continue: 'continue', finish_lesson: 'finish', skip_practice: 'skip' } as const satisfies Record<
  ContinueButton,
  string
>

type LessonActionsProps = { button: ContinueButton; isFinishing: boolean; hasFailed: boolean; onPress: () => void }

/** The one button of a lesson, whether the work is saved, and what went wrong with finishing. */
export const LessonActions = ({ button, isFinishing, hasFailed, onPress }: LessonActionsProps) => {
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
