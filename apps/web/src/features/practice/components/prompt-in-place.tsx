import type { PromptCreation } from '@kitewise/contract/entities'
import { useTranslations } from 'use-intl'
import { Button } from '../../../components/button.tsx'
import type { EvaluatePrompt } from '../evaluate-prompt.ts'
import { hasPassed } from '../prompt-attempt.ts'
import { usePromptAttempt, type Draft } from '../use-prompt-attempt.ts'
import { EvaluatedPrompt } from './evaluated-prompt.tsx'
import { PromptFooter } from './prompt-footer.tsx'
import { PromptWriting } from './prompt-writing.tsx'
import styles from './prompt-writing.module.css'

type PromptInPlaceProps = {
  prompt: PromptCreation
  draft: Draft
  evaluate: EvaluatePrompt
  /** The message after too many attempts. */
  tooMany: string
}

/** A prompt task as part of a screen: the evaluation appears below the text, which stays editable. */
export function PromptInPlace({ prompt, draft, evaluate, tooMany }: PromptInPlaceProps) {
  const t = useTranslations('practice')
  const { attempt, ...actions } = usePromptAttempt(draft, evaluate)
  const isShown = attempt.judged !== null && attempt.phase.name !== 'evaluating'
  return (
    <div className={styles.inPlace}>
      <PromptWriting prompt={prompt} lang={undefined} attempt={attempt} onType={actions.type} />
      <PromptFooter attempt={attempt} isJudged={false} tooMany={tooMany} onSubmit={actions.submit} />
      <EvaluatedPrompt attempt={attempt} isShown={isShown} actions={actions} />
      {isShown && (
        <Button variant={hasPassed(attempt) ? 'quiet' : 'secondary'} onClick={() => actions.retry()}>
          {t('tryAgain')}
        </Button>
      )}
    </div>
  )
}
