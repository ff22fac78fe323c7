import { useTranslations } from 'use-intl'
import { RadioGroup } from '../../../components/radio-group.tsx'
import { classNames } from '../../../lib/class-names.ts'
import { markChoices } from '../mark-options.ts'
import styles from './exercise.module.css'
import type { ExerciseParts } from './exercise-answer.tsx'

/** A text with blanks; the chosen words appear in it. */
export function BlanksExercise({ exercise, choices, choose, isAnswered, lang }: ExerciseParts<'blanks'>) {
  const t = useTranslations('practice')
  const words = { right: t('markRight'), wrong: t('markWrong') }
  const { question, text, blanks, slots } = exercise
  const numberOf = (id: string | undefined) => blanks.findIndex((blank) => blank.id === id) + 1
  const textsOf = (id: string) => [
    t('blank', { number: numberOf(id) }),
    ...(blanks.find((blank) => blank.id === id)?.options.map((option) => option.text) ?? []),
  ]
  const chosenText = (id: string) =>
    blanks.find((blank) => blank.id === id)?.options.find((option) => option.id === choices[id])?.text
  return (
    <div className={styles.parts} role="group" aria-label={question}>
      <p className={styles.question} lang={lang}>
        {question}
      </p>
      <p className={styles.sentence} lang={lang} aria-live="polite">
        {text.split(/\{(\w+)\}/).map((part, index) =>
          index % 2 === 0 ? (
            part
          ) : (
            <span key={part} className={classNames(styles.blank, chosenText(part) && styles.filled)}>
              {/* As large as its largest choice, so that the sentence stays in place. */}
              {textsOf(part).map((words) => (
                <span key={words} data-words={words} aria-hidden="true" />
              ))}
              <span>{chosenText(part) ?? t('blank', { number: numberOf(part) })}</span>
            </span>
          ),
        )}
      </p>
      {blanks.map(({ id, options }) => (
        <RadioGroup
          key={id}
          layout="pills"
          legend={t('blank', { number: numberOf(id) })}
          lang={lang}
          options={markChoices(options, { right: slots[id]?.correct, chosen: isAnswered ? choices[id] : null }, words)}
          value={choices[id] ?? null}
          onChange={(option) => choose(id, option)}
          isReadOnly={isAnswered}
        />
      ))}
    </div>
  )
}
