import { useTranslations } from 'use-intl'
import { RadioGroup } from '../../../components/radio-group.tsx'
import { markChoices } from '../mark-options.ts'
import styles from './exercise.module.css'
import type { ExerciseParts } from './exercise-answer.tsx'

/** Two texts: the learner chooses one, then says why. */
export function BetterExercise({ exercise, choices, choose, isAnswered, lang }: ExerciseParts<'better'>) {
  const t = useTranslations('practice')
  const words = { right: t('markRight'), wrong: t('markWrong') }
  const { question, options, reasons, slots } = exercise
  const chosenIn = (slot: string) => (isAnswered ? choices[slot] : null)
  return (
    <div className={styles.parts}>
      <RadioGroup
        legend={question}
        lang={lang}
        options={markChoices(options, { right: slots.better?.correct, chosen: chosenIn('better') }, words)}
        value={choices.better ?? null}
        onChange={(id) => choose('better', id)}
        isReadOnly={isAnswered}
      />
      {choices.better !== undefined && (
        <RadioGroup
          layout="pills"
          legend={t('because')}
          lang={lang}
          options={markChoices(reasons, { right: slots.because?.correct, chosen: chosenIn('because') }, words)}
          value={choices.because ?? null}
          onChange={(id) => choose('because', id)}
          isReadOnly={isAnswered}
        />
      )}
    </div>
  )
}
