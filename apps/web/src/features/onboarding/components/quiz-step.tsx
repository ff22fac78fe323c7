import type { QuizStep } from '@kitewise/contract/onboarding-entities'
import { useId } from 'react'
import { useTranslations } from 'use-intl'
import { Button } from '../../../components/button.tsx'
import { KiteString } from '../../../components/kite.tsx'
import { ActionBar } from '../../../components/layout.tsx'
import { answerStep, useOnboardingProgress } from '../onboarding-progress.ts'
import { MultipleChoice } from './multiple-choice.tsx'
import styles from './quiz-step.module.css'
import { SingleChoice } from './single-choice.tsx'

/** One question, or something worth knowing. A single choice moves on by itself, everything else by the button. */
export const QuizStepView = ({ step, onDone }: { step: QuizStep; onDone: () => void }) => {
  const t = useTranslations('quiz')
  const titleId = useId()
  const chosen = useOnboardingProgress(({ answers }) => answers[step.id])

  const isOpen = step.kind === 'multiple' && (chosen ?? []).length === 0
  return (
    <>
      <div className={styles.step}>
        {step.kind === 'information' && (
          <div className={styles.scene}>
            <KiteString />
          </div>
        )}
        <div className={styles.question}>
          <h1 id={titleId} className={styles.title}>
            {step.title}
          </h1>
          {step.text !== '' && <p className={styles.text}>{step.text}</p>}
        </div>
        {step.kind === 'single' && (
          <SingleChoice
            options={step.options}
            labelledBy={titleId}
            chosen={chosen?.[0]}
            onChoose={(option) => answerStep(step.id, [option])}
            onDone={onDone}
          />
        )}
        {step.kind === 'multiple' && (
          <MultipleChoice
            options={step.options}
            labelledBy={titleId}
            chosen={chosen ?? []}
            onChange={(options) => answerStep(step.id, options)}
          />
        )}
      </div>
      {step.kind !== 'single' && (
        <ActionBar>
          <Button onClick={onDone} disabled={isOpen}>
            {t('continue')}
          </Button>
        </ActionBar>
      )}
    </>
  )
}
