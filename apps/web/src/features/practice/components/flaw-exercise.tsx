import { useTranslations } from 'use-intl'
import { RadioGroup } from '../../../components/radio-group.tsx'
import { markChoices } from '../mark-options.ts'
import styles from './exercise.module.css'
import type { ExerciseParts } from './exercise-answer.tsx'

/** An assistant's answer in parts, one of them wrong. */
export function FlawExercise({ exercise, choices, choose, isAnswered, lang }: ExerciseParts<'flaw'>) {
  const t = useTranslations('practice')
  const words = { right: t('markFlaw'), wrong: t('markWrong') }
  const { question, asked, parts, slots } = exercise
  return (
    <div className={styles.parts}>
      <p className={styles.asked} lang={lang}>
        {asked}
      </p>
      <RadioGroup
        legend={question}
        lang={lang}
        options={markChoices(parts, { right: slots.part?.correct, chosen: isAnswered ? choices.part : null }, words)}
        value={choices.part ?? null}
        onChange={(part) => choose('part', part)}
        isReadOnly={isAnswered}
      />
    </div>
  )
}
