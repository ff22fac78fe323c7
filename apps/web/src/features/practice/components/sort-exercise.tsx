import { useTranslations } from 'use-intl'
import { useHasCardFooter } from '../../../components/card-footer.tsx'
import { RadioGroup } from '../../../components/radio-group.tsx'
import { markChoices } from '../mark-options.ts'
import styles from './exercise.module.css'
import type { ExerciseParts } from './exercise-answer.tsx'

/** Each item goes into one of two or three groups. */
export function SortExercise({ exercise, choices, choose, isAnswered, lang }: ExerciseParts<'sort'>) {
  const t = useTranslations('practice')
  const words = { right: t('markRight'), wrong: t('markWrong') }
  const { question, groups, items, slots } = exercise
  // On a card, the reasons are in the feedback: the items keep their places.
  const isCard = useHasCardFooter()
  return (
    <div className={styles.parts} role="group" aria-label={question}>
      <p className={styles.question} lang={lang}>
        {question}
      </p>
      {items.map(({ id, text, why }) => (
        <div key={id} className={styles.item}>
          <RadioGroup
            layout="columns"
            legend={text}
            lang={lang}
            options={markChoices(groups, { right: slots[id]?.correct, chosen: isAnswered ? choices[id] : null }, words)}
            value={choices[id] ?? null}
            onChange={(group) => choose(id, group)}
            isReadOnly={isAnswered}
          />
          {isAnswered && !isCard && (
            <p className={styles.why} lang={lang}>
              {why}
            </p>
          )}
        </div>
      ))}
    </div>
  )
}
