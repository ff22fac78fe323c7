import { type ReactNode, useEffect, useRef } from 'react'
import { useTranslations } from 'use-intl'
import { InCardFooter, useHasCardFooter } from '../../../components/card-footer.tsx'
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
  return (
    <InCardFooter>
      <FeedbackBox isCorrect={isCorrect} isFresh={isFresh}>
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
      </FeedbackBox>
    </InCardFooter>
  )
}

type FeedbackBoxProps = Pick<ChoiceFeedbackProps, 'isCorrect' | 'isFresh'> & { children: ReactNode }

const FeedbackBox = ({ isCorrect, isFresh, children }: FeedbackBoxProps) => {
  const box = useRef<HTMLDivElement>(null)
  // A sheet is in view: scrolling to it would move the answers.
  const isSheet = useHasCardFooter()
  useEffect(() => {
    if (isFresh) box.current?.focus({ preventScroll: isSheet })
  }, [isFresh, isSheet])
  return (
    <div
      ref={box}
      className={classNames(styles.feedback, isCorrect ? styles.good : styles.bad)}
      data-feedback={isCorrect ? 'good' : 'bad'}
      data-fresh={isFresh || undefined}
      tabIndex={-1}
    >
      {children}
    </div>
  )
}
