import { useEffect, useRef, useState } from 'react'
import { useTranslations } from 'use-intl'
import { classNames } from '../../../lib/class-names.ts'
import styles from './exercise.module.css'
import type { ExerciseParts } from './light-exercise.tsx'

/** A prediction: the first tap decides and shows what really happens. Nothing is called wrong. */
export function RevealExercise({ exercise, choices, choose, isAnswered, lang }: ExerciseParts<'reveal'>) {
  const t = useTranslations('practice')
  const box = useRef<HTMLDivElement>(null)
  const [wasAnswered] = useState(isAnswered)
  useEffect(() => {
    if (isAnswered && !wasAnswered) box.current?.focus()
  }, [isAnswered, wasAnswered])
  return (
    <>
      <fieldset className={styles.predictions} disabled={isAnswered} lang={lang}>
        <legend className={styles.question}>{exercise.question}</legend>
        {exercise.options.map(({ id, text }) => (
          <button
            key={id}
            type="button"
            className={classNames(styles.prediction, choices.choice === id && styles.chosen)}
            aria-pressed={choices.choice === id}
            onClick={() => choose('choice', id)}
          >
            {text}
          </button>
        ))}
      </fieldset>
      {isAnswered && (
        <div ref={box} className={styles.reveal} tabIndex={-1}>
          <p className={styles.revealTitle}>
            {t(choices.choice === exercise.slots.choice?.correct ? 'revealExpected' : 'revealSurprise')}
          </p>
          <p lang={lang}>{exercise.reveal}</p>
        </div>
      )}
    </>
  )
}
