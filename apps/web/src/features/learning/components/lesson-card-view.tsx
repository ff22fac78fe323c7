import type { Fragment } from '@kitewise/contract/entities'
import type { ReactNode } from 'react'
import { classNames } from '../../../lib/class-names.ts'
import { cardHeadingId, type LessonCard } from '../lesson-cards.ts'
import { FragmentText } from './fragment-section.tsx'
import styles from './lesson-player.module.css'

type LessonCardViewProps = {
  card: LessonCard
  fragment: Fragment | undefined
  lang: string | undefined
  assistant: string | undefined
  practice: ReactNode
}

/** The title of its fragment is large on the first card, small on the next ones, and only read aloud over a question. */
export function LessonCardView({ card, fragment, lang, assistant, practice }: LessonCardViewProps) {
  if (!fragment) return null
  const { text, position, number } = card
  const isQuestion = text === ''
  return (
    <section className={styles.card} lang={lang} aria-labelledby={cardHeadingId}>
      <h2
        id={cardHeadingId}
        className={classNames(
          position === 0 && !isQuestion && styles.title,
          position > 0 && !isQuestion && styles.kicker,
          isQuestion && 'visually-hidden',
        )}
        tabIndex={-1}
      >
        {fragment.title}
      </h2>
      {!isQuestion && (
        <div className={classNames(styles.text, number !== null && styles.shared)}>
          <FragmentText fragment={fragment} text={text} lang={lang} assistant={assistant} />
        </div>
      )}
      {practice}
    </section>
  )
}
