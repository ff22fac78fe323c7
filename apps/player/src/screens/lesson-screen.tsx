import type { Lesson } from '@kitewise/contract/entities'
import { continueButton } from '@kitewise/rules/lesson-screen'
import { type PracticeAnswer, skippedAnswer } from '@kitewise/rules/practice'
import { useEffect, useMemo, useState } from 'react'
import { useTranslations } from 'use-intl'
import { Button, IconButton } from '../../../web/src/components/button.tsx'
import { CardFooterProvider } from '../../../web/src/components/card-footer.tsx'
import { KiteMark } from '../../../web/src/components/kite.tsx'
import { LessonCardView } from '../../../web/src/features/learning/components/lesson-card-view.tsx'
import styles from '../../../web/src/features/learning/components/lesson-player.module.css'
import { cardHeadingId, type LessonCard, lessonCards } from '../../../web/src/features/learning/lesson-cards.ts'
import { useCardMoves } from '../../../web/src/features/learning/use-card-moves.ts'
import { classNames } from '../../../web/src/lib/class-names.ts'
import { useForeignLanguage } from '../../../web/src/lib/i18n/language.ts'
import { type LessonState, lessonStateOf, type Place } from '../state/learner-state.ts'
import type { useRecord } from '../state/use-record.ts'
import own from './player.module.css'
import { CardPractice } from './card-practice.tsx'

type LessonScreenProps = { lesson: Lesson; record: ReturnType<typeof useRecord>; onFinished: () => void }

/** A lesson fills the screen: one card at a time, with one button. */
export function LessonScreen({ lesson, record: { state, dispatch, isUnsaved }, onFinished }: LessonScreenProps) {
  const [footer, setFooter] = useState<HTMLElement | null>(null)
  const lang = useForeignLanguage(lesson.language)
  const cards = useMemo(() => lessonCards(lesson), [lesson])
  const { place, answers } = lessonStateOf(state, lesson.id)
  const at = cardAt(cards, place)
  const card = cards[at]
  const button = buttonOf(cards, at, answers)
  const show = (next: LessonCard | undefined): void => {
    if (next) dispatch({ type: 'moved', lesson: lesson.id, place: { fragment: next.fragment, card: next.position } })
  }
  const answer = (practice: string, answered: PracticeAnswer): void =>
    dispatch({ type: 'answered', lesson: lesson.id, practice, answered })
  const goBack = (): void => show(cards[at - 1])
  const goOn = (): void => {
    if (button === 'skip_practice' && card?.practice)
      answer(card.practice.id, { answer: skippedAnswer, isCorrect: false })
    if (at === cards.length - 1) onFinished()
    else show(cards[at + 1])
  }
  const isOpen = button === 'skip' || button === 'skip_practice'
  const touch = useCardMoves({ forward: () => !isOpen && goOn(), back: goBack })
  return (
    <div className={styles.player} {...touch}>
      <Top at={at} count={cards.length} onClose={() => dispatch({ type: 'left' })} onBack={at > 0 ? goBack : null} />
      <h1 className="visually-hidden" lang={lang}>
        {lesson.title}
      </h1>
      <CardFooterProvider element={footer}>
        {card && (
          <CardOnScreen key={at} lesson={lesson} card={card} lang={lang} answers={answers} onAnswered={answer} />
        )}
      </CardFooterProvider>
      <Actions ref={setFooter} button={button} isUnsaved={isUnsaved} onPress={goOn} />
    </div>
  )
}

type CardOnScreenProps = {
  lesson: Lesson
  card: LessonCard
  lang: string | undefined
  answers: LessonState['answers']
  onAnswered: (practice: string, answered: PracticeAnswer) => void
}

const CardOnScreen = ({ lesson, card, lang, answers, onAnswered }: CardOnScreenProps) => {
  const { practice } = card
  useEffect(() => {
    // A screen reader begins at the card's heading.
    document.documentElement.scrollTop = 0
    document.getElementById(cardHeadingId)?.focus({ preventScroll: true })
  }, [])
  return (
    <LessonCardView
      card={card}
      fragment={lesson.fragments[card.fragment]}
      lang={lang}
      assistant={lesson.assistant}
      practice={
        practice && (
          <CardPractice
            practice={practice}
            language={lesson.language}
            answered={answers[practice.id] ?? null}
            onAnswered={(answered) => onAnswered(practice.id, answered)}
          />
        )
      }
    />
  )
}

/** A translation may have fewer cards than the language in which the place was left. */
const cardAt = (cards: readonly LessonCard[], { fragment, card }: Place): number => {
  const last = [...cards].reverse().find((one) => one.fragment === fragment && one.position <= card)
  return last === undefined ? 0 : cards.indexOf(last)
}

type CardButton = ReturnType<typeof continueButton> | 'skip'

/** What leads on from a card. A practice without an answer can only be skipped; its own action is on the card. */
const buttonOf = (cards: readonly LessonCard[], at: number, answers: LessonState['answers']): CardButton => {
  const practice = cards[at]?.practice
  const given = Object.keys(answers).filter((id) => answers[id]?.answer !== skippedAnswer)
  if (practice && !practice.isRequired && !given.includes(practice.id)) return 'skip'
  return continueButton({
    fragmentIndex: at,
    fragmentCount: cards.length,
    practices: practice ? [practice] : [],
    donePractices: new Set(given),
  })
}

type TopProps = { at: number; count: number; onClose: () => void; onBack: (() => void) | null }

const Top = ({ at, count, onClose, onBack }: TopProps) => {
  const t = useTranslations('lesson')
  return (
    <div className={styles.top}>
      <IconButton icon="close" label={t('close')} onClick={onClose} />
      <div
        className={styles.progress}
        role="progressbar"
        aria-label={t('progress')}
        aria-valuemin={0}
        aria-valuemax={count}
        aria-valuenow={at + 1}
        aria-valuetext={t('card', { number: at + 1, count })}
      >
        {Array.from({ length: count }, (_, index) => (
          <span key={index} className={classNames(styles.segment, index <= at && styles.done)} />
        ))}
        <span className={styles.rider} style={{ transform: `translateX(${((at + 1) / count) * 100}%)` }}>
          <KiteMark />
        </span>
      </div>
      {onBack && <IconButton icon="back" label={t('previousCard')} onClick={onBack} />}
    </div>
  )
}

const labels = {
  continue: 'continue',
  finish_lesson: 'finish',
  skip_practice: 'skip',
  skip: 'skipOptional',
} as const satisfies Record<CardButton, string>

type ActionsProps = {
  /** Where the card puts its own action, and the feedback to an answer. */
  ref: (element: HTMLElement | null) => void
  button: CardButton
  isUnsaved: boolean
  onPress: () => void
}

const Actions = ({ ref, button, isUnsaved, onPress }: ActionsProps) => {
  const t = useTranslations()
  const label = t(`lesson.${labels[button]}`)
  return (
    <div className={styles.footer}>
      <div ref={ref} className={styles.slot} data-card-footer="" />
      {button === 'skip' || button === 'skip_practice' ? (
        <button key="skip" type="button" className={styles.skip} onClick={onPress}>
          {label}
        </button>
      ) : (
        <Button key="go-on" onClick={onPress}>
          {label}
        </Button>
      )}
      <p role="status" className={isUnsaved ? own.unsaved : 'visually-hidden'}>
        {isUnsaved && t('lesson.notSaved')}
      </p>
    </div>
  )
}
