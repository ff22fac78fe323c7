import type { PromptCreation } from '@kitewise/contract/entities'
import { isPassingScore } from '@kitewise/rules/prompt-score'
import { useTranslations } from 'use-intl'
import { Button } from '../../../components/button.tsx'
import { Sheet } from '../../../components/sheet.tsx'
import type { PromptTask } from '../evaluate-prompt.ts'
import { canSubmit } from '../prompt-attempt.ts'
import { usePromptAttempt } from '../use-prompt-attempt.ts'
import type { PracticeAnswered } from './practice-block.tsx'
import { PromptResult } from './prompt-result.tsx'
import { PromptWriting } from './prompt-writing.tsx'
import styles from './prompt-dialog.module.css'

type PromptDialogProps = {
  prompt: PromptCreation
  task: PromptTask
  onClose: () => void
  onDone: (answered: PracticeAnswered) => void
}

/**
 * Write a prompt, have it scored, try again or go on. CONTINUE records the answer; closing the dialog records a prompt that has
 * passed, so that nobody loses it, and nothing else.
 */
export const PromptDialog = ({ prompt, task, onClose, onDone }: PromptDialogProps) => {
  const t = useTranslations('practice')
  const { attempt, type, submit, retry, forgetDraft } = usePromptAttempt(task)
  const { phase, evaluation } = attempt
  const judged = phase === 'judged' ? evaluation : null
  const hasPassed = judged !== null && isPassingScore(judged.score)

  const end = (): void => {
    if (hasPassed) forgetDraft()
    if (judged) onDone({ answer: attempt.text.trim(), isCorrect: hasPassed })
    onClose()
  }
  const footer = judged ? (
    <div className={styles.actions}>
      <Button onClick={end}>{t('continue')}</Button>
      {!hasPassed && (
        <Button variant="secondary" onClick={retry}>
          {t('tryAgain')}
        </Button>
      )}
    </div>
  ) : (
    <Button onClick={submit} disabled={phase === 'writing' && !canSubmit(attempt)} isBusy={phase === 'evaluating'}>
      {t('submit')}
    </Button>
  )

  return (
    <Sheet isOpen variant="screen" title={prompt.title} onClose={hasPassed ? end : onClose} footer={footer}>
      {judged ? (
        <PromptResult evaluation={judged} hasPassed={hasPassed} original={attempt.text.trim()} />
      ) : (
        <PromptWriting prompt={prompt} attempt={attempt} onType={type} />
      )}
      <p className={phase === 'evaluating' ? styles.evaluating : 'visually-hidden'} role="status">
        {phase === 'evaluating' && t('evaluating')}
      </p>
    </Sheet>
  )
}
