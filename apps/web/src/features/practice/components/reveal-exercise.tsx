import { type ReactNode, useEffect, useRef, useState } from 'react'
import { useTranslations } from 'use-intl'
import { InCardFooter, useHasCardFooter } from '../../../components/card-footer.tsx'
import { classNames } from '../../../lib/class-names.ts'
import styles from './exercise.module.css'
import type { ExerciseParts } from './exercise-answer.tsx'

/** A prediction: the first tap decides and shows what really happens. Nothing is called wrong. */
export function RevealExercise({ exercise, choices, choose, isAnswered, lang }: ExerciseParts<'reveal'>) {
  const t = useTranslations('practice')
  const [wasAnswered] = useState(isAnswered)
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
        <InCardFooter>
          <Outcome isFresh={!wasAnswered}>
            <p className={styles.revealTitle}>
              {t(choices.choice === exercise.slots.choice?.correct ? 'revealExpected' : 'revealSurprise')}
            </p>
            <p lang={lang}>{exercise.reveal}</p>
          </Outcome>
        </InCardFooter>
      )}
    </>
  )
}

const Outcome = ({ isFresh, children }: { isFresh: boolean; children: ReactNode }) => {
  const box = useRef<HTMLDivElement>(null)
  // A sheet is in view: scrolling to it would move the answers.
  const isSheet = useHasCardFooter()
  useEffect(() => {
    if (isFresh) box.current?.focus({ preventScroll: isSheet })
  }, [isFresh, isSheet])
  return (
    <div ref={box} className={styles.reveal} data-feedback="plain" data-fresh={isFresh || undefined} tabIndex={-1}>
      {children}
    </div>
  )
}
