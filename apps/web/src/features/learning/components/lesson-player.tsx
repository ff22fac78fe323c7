import type { Lesson, LessonProgress } from '@kitewise/contract/entities'
import { type ReactNode, useState } from 'react'
import { useTranslations } from 'use-intl'
import { IconButton } from '../../../components/button.tsx'
import { CardFooterProvider } from '../../../components/card-footer.tsx'
import { KiteMark } from '../../../components/kite.tsx'
import { classNames } from '../../../lib/class-names.ts'
import { viewOfCard } from '../../../lib/first-view.ts'
import { useForeignLanguage } from '../../../lib/i18n/language.ts'
import { useAction } from '../../../lib/use-action.ts'
import { useFirstView } from '../../../lib/use-first-view.ts'
import { cardButton } from '../lesson-walk.ts'
import { useCardMoves } from '../use-card-moves.ts'
import { type SaveStep, useLessonWalk } from '../use-lesson-walk.ts'
import type { PracticeSlot } from './learn-screen.tsx'
import { LessonActions } from './lesson-actions.tsx'
import { LessonCardView } from './lesson-card-view.tsx'
import { drawPractice } from './draw-practice.ts'
import styles from './lesson-player.module.css'

type LessonPlayerProps = {
  lesson: Lesson
  progress: LessonProgress
  renderPractice: (slot: PracticeSlot) => ReactNode
  save: SaveStep
  ending: LessonEnding
  onClose: () => void
}

/** What the last button does, once everything before has been stored. */
type LessonEnding = { finish: (stored: Promise<unknown>) => Promise<void>; isFinishing: boolean; hasFailed: boolean }

/** A lesson in progress fills the screen: one card at a time, with one button. */
export function LessonPlayer({ lesson, progress, renderPractice, save, ending, onClose }: LessonPlayerProps) {
  const { view, cards, at, goOn, goBack, skip, answer } = useLessonWalk(lesson, progress, save)
  const { finish, isFinishing, hasFailed } = ending
  const [footer, setFooter] = useState<HTMLElement | null>(null)
  const lang = useForeignLanguage(lesson.language)
  const card = cards[at]
  const opening = card?.position === 0 && card.text !== '' ? lesson.fragments[card.fragment] : undefined
  useFirstView(opening && card ? viewOfCard(opening.title, card.text) : undefined)
  const button = cardButton(cards, at, view.answeredPractices)
  const isOpen = button === 'skip' || button === 'skip_practice'

  const { run: press } = useAction(() => {
    if (isOpen) skip()
    const { stored, moved } = goOn()
    return at === cards.length - 1 ? finish(stored) : moved
  })
  const touch = useCardMoves({ forward: () => !isOpen && press(), back: goBack })

  return (
    <div className={styles.player} {...touch}>
      <PlayerTop
        percent={view.percent}
        at={at}
        count={cards.length}
        onBack={at > 0 ? goBack : null}
        onClose={onClose}
      />
      <h1 className="visually-hidden" lang={lang}>
        {lesson.title}
      </h1>
      <CardFooterProvider element={footer}>
        {card && lesson.fragments[card.fragment] && (
          <LessonCardView
            key={at}
            card={card}
            fragment={lesson.fragments[card.fragment]}
            lang={lang}
            assistant={lesson.assistant}
            practice={drawPractice({ lesson, progress, renderPractice, answer }, card)}
          />
        )}
      </CardFooterProvider>
      <LessonActions ref={setFooter} button={button} isFinishing={isFinishing} hasFailed={hasFailed} onPress={press} />
    </div>
  )
}

type PlayerTopProps = {
  percent: number
  at: number
  count: number
  onBack: (() => void) | null
  onClose: () => void
}

const PlayerTop = ({ percent, at, count, onBack, onClose }: PlayerTopProps) => {
  const t = useTranslations()
  return (
    <div className={styles.top}>
      <IconButton icon="close" label={t('lesson.close')} onClick={onClose} />
      <div
        className={styles.progress}
        role="progressbar"
        aria-label={t('lesson.progress')}
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuenow={Math.round(percent)}
        aria-valuetext={t('lesson.card', { number: at + 1, count })}
      >
        {Array.from({ length: count }, (_, index) => (
          <span key={index} className={classNames(styles.segment, index <= at && styles.done)} />
        ))}
        <span className={styles.rider} style={{ transform: `translateX(${((at + 1) / count) * 100}%)` }}>
          <KiteMark />
        </span>
      </div>
      {onBack && <IconButton icon="back" label={t('lesson.previousCard')} onClick={onBack} />}
    </div>
  )
}
