import { useEffect, useRef } from 'react'
import { useTranslations } from 'use-intl'
import { Icon } from '../../../components/icon.tsx'
import { classNames } from '../../../lib/class-names.ts'
import { Celebration } from './celebration.tsx'
import styles from './choice-feedback.module.css'

type ChoiceFeedbackProps = {
  isCorrect: boolean
  /** Replaces "right" or "wrong" where an answer has several parts. */
  verdict?: string | undefined
  /** The explanation: the question's, and the chosen option's. */
  messages: readonly string[]
  /** Of the messages, if it differs from the interface. */
  lang?: string | undefined
  /** Answered just now: focus moves here, because the pressed button is gone. */
  isFresh: boolean
}

export function ChoiceFeedback({ isCorrect, verdict, messages, lang, isFresh }: ChoiceFeedbackProps) {
  const t = useTranslations('practice')
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (isFresh) box.current?.focus()
  }, [isFresh])
  return (
    <div ref={box} className={classNames(styles.feedback, isCorrect ? styles.good : styles.bad)} tabIndex={-1}>
      <p className={styles.verdict}>
        <span className={styles.icon}>
          <Icon name={isCorrect ? 'check' : 'close'} />
          {isCorrect && isFresh && <Celebration />}
        </span>
        {verdict ?? t(isCorrect ? 'correct' : 'incorrect')}
      </p>
      {messages.map((message) => (
        <p key={message} lang={lang}>
          {message}
        </p>
      ))}
    </div>
  )
}
