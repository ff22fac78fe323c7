import type { EvaluatedPoint, Mark } from '@kitewise/contract/entities'
import { type KeyboardEvent, type MouseEvent, useMemo, useRef, useState } from 'react'
import { useLocale, useTranslations } from 'use-intl'
import { Button } from '../../../components/button.tsx'
import { Sheet } from '../../../components/sheet.tsx'
import { classNames } from '../../../lib/class-names.ts'
import { useForeignLanguage } from '../../../lib/i18n/language.ts'
import type { Failure } from '../prompt-attempt.ts'
import { extendTo, isPicked, partsOf, pickedRange, type PromptPart, tapWord, type WordRange } from '../prompt-words.ts'
import { OwnText } from '../../../components/own-text.tsx'
import styles from './mark-words.module.css'

type MarkWordsProps = {
  point: EvaluatedPoint
  taskLanguage: string
  prompt: string
  failure: Failure | null
  isChecking: boolean
  onMark: (mark: Mark) => void
  onClose: () => void
}

/** A panel in which the learner marks the words that express a point. Rejected words leave it open, with the reason. */
export function MarkWords({ point, taskLanguage, prompt, failure, isChecking, onMark, onClose }: MarkWordsProps) {
  const t = useTranslations('practice')
  const lang = useForeignLanguage(taskLanguage)
  const parts = usePromptParts(prompt)
  const [range, setRange] = useState<WordRange>(null)
  /** The rejected words: the reason disappears when others are picked. */
  const [sent, setSent] = useState<WordRange>(null)
  const picked = pickedRange(parts, range)
  const send = (): void => {
    if (picked === null) return
    setSent(range)
    onMark({ point: point.id, ...picked })
  }
  const refusal = range !== null && sent === range && !isChecking ? point.note : null
  return (
    <Sheet
      isOpen
      title={t('markTitle')}
      onClose={onClose}
      footer={
        <div className={styles.footer}>
          <p className={styles.picked} role="status">
            {picked && <OwnText as="q">{prompt.slice(picked.from, picked.to)}</OwnText>}
          </p>
          <div role="alert" className={styles.refusal}>
            {refusal !== null && <p>{refusal}</p>}
            {failure !== null && <p>{t(failure === 'offline' ? 'offline' : 'evaluationFailed')}</p>}
          </div>
          <Button disabled={picked === null} isBusy={isChecking} onClick={send}>
            {t('markDone')}
          </Button>
          <Button variant="quiet" onClick={onClose}>
            {t('markCancel')}
          </Button>
        </div>
      }
    >
      <div className={styles.panel}>
        <p className={styles.point} lang={lang}>
          {point.name}
        </p>
        <p className={styles.help}>{t('markHelp')}</p>
        {point.example !== '' && <p className={styles.help}>{t('markExample', { example: point.example })}</p>}
        <WordButtons parts={parts} range={range} onPick={setRange} />
      </div>
    </Sheet>
  )
}

const usePromptParts = (prompt: string): PromptPart[] => {
  const locale = useLocale()
  return useMemo(() => partsOf(prompt, locale), [prompt, locale])
}

type WordButtonsProps = {
  parts: readonly PromptPart[]
  range: WordRange
  onPick: (range: WordRange) => void
}

/** The prompt with a button per word. One is in the tab order; arrow keys move, and pick together with Shift. */
const WordButtons = ({ parts, range, onPick }: WordButtonsProps) => {
  const t = useTranslations('practice')
  const group = useRef<HTMLDivElement>(null)
  const [current, setCurrent] = useState(0)
  const count = parts.filter(({ word }) => word !== null).length

  const goals: Record<string, number> = {
    ArrowRight: current + 1,
    ArrowDown: current + 1,
    ArrowLeft: current - 1,
    ArrowUp: current - 1,
    Home: 0,
    End: count - 1,
  }
  const move = (event: KeyboardEvent): void => {
    const goal = goals[event.key]
    if (goal === undefined) return
    event.preventDefault()
    const next = Math.min(Math.max(goal, 0), count - 1)
    if (event.shiftKey) onPick(extendTo(range, current, next))
    setCurrent(next)
    group.current?.querySelector<HTMLButtonElement>(`[data-word="${next}"]`)?.focus()
  }
  const tap = ({ currentTarget }: MouseEvent<HTMLButtonElement>): void => {
    const word = Number(currentTarget.dataset.word)
    setCurrent(word)
    onPick(tapWord(range, word))
  }
  return (
    <div ref={group} className={styles.words} role="group" aria-label={t('markWords')} dir="auto" translate="no">
      {parts.map(({ text, from, word }) =>
        word === null ? (
          text
        ) : (
          <button
            key={from}
            type="button"
            data-word={word}
            className={classNames(styles.word, isPicked(range, word) && styles.pickedWord)}
            aria-pressed={isPicked(range, word)}
            tabIndex={word === current ? 0 : -1}
            onClick={tap}
            onKeyDown={move}
          >
            {text}
          </button>
        ),
      )}
    </div>
  )
}
