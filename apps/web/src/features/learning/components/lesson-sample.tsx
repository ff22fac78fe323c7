import type { Lesson } from '@kitewise/contract/entities'
import type { Exercise } from '@kitewise/contract/exercises'
import { type ReactNode, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { useTranslations } from 'use-intl'
import { Button, IconButton } from '../../../components/button.tsx'
import { ProgressBar } from '../../../components/progress-bar.tsx'
import { useForeignLanguage } from '../../../lib/i18n/language.ts'
import { type LessonCard, lessonCards } from '../lesson-cards.ts'
import { FragmentText } from './fragment-section.tsx'
import styles from './lesson-sample.module.css'

type LessonSampleProps = {
  lesson: Lesson
  renderExercise: (exercise: Exercise, lang: string | undefined) => ReactNode
}

/** Without an account, only the light exercises work. */
const isOpenToAll = ({ practice }: LessonCard): boolean => practice === undefined || practice.exercise !== undefined

/** The cards of a lesson for visitors, one at a time; nothing is stored. The last one says what the app adds. */
export function LessonSample({ lesson, renderExercise }: LessonSampleProps) {
  const t = useTranslations('landing')
  const lang = useForeignLanguage(lesson.language)
  const [cards] = useState(() => lessonCards(lesson).filter(isOpenToAll))
  const [at, setAt] = useState(0)
  const heading = useRef<HTMLHeadingElement>(null)
  const move = (to: number): void => {
    flushSync(() => setAt(to))
    heading.current?.focus({ preventScroll: true })
  }
  const card = cards[at]
  const fragment = card && lesson.fragments[card.fragment]
  const count = cards.length + 1
  const place = t('place', { number: at + 1, count })
  return (
    <div className={styles.sample}>
      <div className={styles.top}>
        <IconButton icon="back" label={t('previousCard')} disabled={at === 0} onClick={() => move(at - 1)} />
        <ProgressBar percent={((at + 1) / count) * 100} label={place} />
      </div>
      <div className={styles.card} lang={fragment && lang}>
        <h3 ref={heading} className={styles.title} tabIndex={-1} lang={lang}>
          {fragment ? fragment.title : lesson.title}
        </h3>
        {card && fragment && (
          <>
            {card.text !== '' && (
              <FragmentText fragment={fragment} text={card.text} lang={lang} assistant={lesson.assistant} />
            )}
            {card.practice?.exercise && (
              <div key={card.practice.id}>{renderExercise(card.practice.exercise, lang)}</div>
            )}
          </>
        )}
        {!fragment && <p>{t('tryEnd')}</p>}
      </div>
      {at < cards.length && (
        <Button variant="secondary" onClick={() => move(at + 1)}>
          {t('nextCard')}
        </Button>
      )}
    </div>
  )
}
