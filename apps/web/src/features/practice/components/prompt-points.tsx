import type { EvaluatedPoint, PointState } from '@kitewise/contract/entities'
import { type CSSProperties, type Ref, useEffect, useId, useRef } from 'react'
import { useTranslations } from 'use-intl'
import { Button } from '../../../components/button.tsx'
import { Icon, type IconName } from '../../../components/icon.tsx'
import { classNames } from '../../../lib/class-names.ts'
import { useForeignLanguage } from '../../../lib/i18n/language.ts'
import { isSaid, type Judged, passes } from '../prompt-attempt.ts'
import { highlight, quoteOf } from '../prompt-highlights.ts'
import type { PromptAttemptActions } from '../use-prompt-attempt.ts'
import { OwnText } from '../../../components/own-text.tsx'
import styles from './prompt-points.module.css'

type PromptPointsProps = {
  ref: Ref<HTMLHeadingElement>
  judged: Judged
  /** The point whose mark is being evaluated. */
  checking: string | null
  actions: PromptAttemptActions
}

/** The learner's prompt with its relevant words underlined, and the task's points: found, marked, wrong or missing. */
export function PromptPoints({ ref, judged, checking, actions }: PromptPointsProps) {
  const t = useTranslations('practice')
  const id = useId()
  const { prompt, evaluation, denied } = judged
  const { points } = evaluation
  const found = points.filter(isSaid).length
  const passed = passes(evaluation)
  return (
    <section className={classNames(styles.section, passed && styles.passed)} aria-labelledby={id}>
      <div className={passed ? 'visually-hidden' : styles.head}>
        <h3 id={id} ref={ref} className={styles.title} tabIndex={-1}>
          {t('pointsTitle')}
        </h3>
        <p className={styles.count}>{t('stateAnnounce', { found, total: points.length })}</p>
      </div>
      <MarkedPrompt prompt={prompt} points={points} />
      <ol className={styles.points}>
        {points.map((point, index) => (
          <PointRow
            key={point.id}
            point={point}
            prompt={prompt}
            taskLanguage={evaluation.taskLanguage}
            delay={Math.round(index * Math.min(90, 700 / points.length))}
            isDenied={denied.includes(point.id)}
            isChecking={checking === point.id}
            actions={actions}
          />
        ))}
      </ol>
    </section>
  )
}

const runLooks = { plain: undefined, said: styles.said, wrong: styles.mistaken }

/** From this length on, the prompt scrolls by itself, so that the points stay near. */
const longPrompt = 500

/** The prompt as sent, with the words of `points` underlined. */
export function MarkedPrompt({ prompt, points }: { prompt: string; points: readonly EvaluatedPoint[] }) {
  const t = useTranslations('practice')
  const runs = highlight(prompt, points).map(({ from, text, look }) => (
    <span key={from} className={runLooks[look]}>
      {text}
    </span>
  ))
  if (prompt.length <= longPrompt)
    return (
      <OwnText as="blockquote" className={styles.prompt}>
        {runs}
      </OwnText>
    )
  return (
    // A scrolling element must be reachable by keyboard.
    <OwnText
      as="div"
      className={classNames(styles.prompt, styles.long)}
      role="region"
      aria-label={t('promptLabel')}
      tabIndex={0}
    >
      {runs}
    </OwnText>
  )
}

const looks: Record<PointState, { icon: IconName | null; words: 'found' | 'shown' | 'wrong' | 'notFound' }> = {
  found: { icon: 'check', words: 'found' },
  shown: { icon: 'check', words: 'shown' },
  wrong: { icon: 'warning', words: 'wrong' },
  missing: { icon: null, words: 'notFound' },
}

type PointRowProps = {
  point: EvaluatedPoint
  prompt: string
  taskLanguage: string
  /** Milliseconds before the row lights up. */
  delay: number
  isDenied: boolean
  isChecking: boolean
  actions: PromptAttemptActions
}

const PointRow = ({ point, prompt, taskLanguage, delay, isDenied, isChecking, actions }: PointRowProps) => {
  const t = useTranslations('practice')
  const lang = useForeignLanguage(taskLanguage)
  const name = useRef<HTMLHeadingElement>(null)
  const wasChecking = useRef(false)
  useEffect(() => {
    // The pressed button may be gone. If a panel is open, the focus stays there.
    const isLost = document.activeElement === null || document.activeElement === document.body
    if (wasChecking.current && !isChecking && isLost) name.current?.focus({ preventScroll: true })
    wasChecking.current = isChecking
  }, [isChecking])

  const { state, spans, note } = point
  const { icon, words } = looks[state]
  const isOptional = point.level === 'should' && state === 'missing'
  const isThere = isSaid(point)
  const quote = state === 'missing' ? '' : quoteOf(prompt, spans)
  return (
    <li
      className={classNames(styles.point, styles[state])}
      style={{ '--delay': `${delay}ms` } as CSSProperties}
      aria-busy={isChecking || undefined}
    >
      {/* A changed state lights up again. */}
      <span key={state} className={styles.sign} aria-hidden="true">
        {icon && <Icon name={icon} />}
      </span>
      <div className={styles.body}>
        <h4 ref={name} className={styles.name} lang={lang} tabIndex={-1}>
          {point.name}
        </h4>
        <p className={styles.line}>
          <span className={styles.state}>{isOptional ? t('should') : t(words)}</span>
          {quote !== '' && (
            <>
              {' '}
              <span className="visually-hidden">{t('quoteLabel')}: </span>
              <q>{quote}</q>
            </>
          )}
        </p>
        {note !== null && !isThere && <p className={styles.note}>{note}</p>}
        {!isThere && <Ways point={point} prompt={prompt} isDenied={isDenied} isBusy={isChecking} actions={actions} />}
      </div>
      {isThere && (
        <button
          type="button"
          className={styles.takeBack}
          aria-label={`${t('takeBack')}: ${point.name}`}
          onClick={() => actions.mark({ point: point.id, from: 0, to: 0 })}
        >
          {t('takeBack')}
        </button>
      )}
    </li>
  )
}

type WaysProps = Pick<PointRowProps, 'point' | 'prompt' | 'isDenied' | 'actions'> & { isBusy: boolean }

const Ways = ({ point, prompt, isDenied, isBusy, actions }: WaysProps) => {
  const t = useTranslations('practice')
  const id = useId()
  const [guess] = point.state === 'missing' && !isDenied ? point.spans : []
  if (guess)
    return (
      <div className={styles.guess} role="group" aria-labelledby={id}>
        <p id={id}>
          {t('confirmQuestion')} <q className={styles.guessed}>{quoteOf(prompt, [guess])}</q>
        </p>
        <div className={styles.ways}>
          <Button
            variant="secondary"
            width="fit"
            isBusy={isBusy}
            onClick={() => actions.mark({ point: point.id, from: guess[0], to: guess[1] })}
          >
            {t('yes')}
          </Button>
          <Button variant="quiet" width="fit" onClick={() => actions.deny(point.id)}>
            {t('no')}
          </Button>
        </div>
      </div>
    )
  return (
    <div className={styles.ways} role="group" aria-label={point.name}>
      <Button variant="secondary" width="fit" isBusy={isBusy} onClick={() => actions.openMarking(point.id)}>
        {t('didSay')}
      </Button>
      {point.state === 'missing' && (
        <Button variant="quiet" width="fit" onClick={() => actions.retry(point.id)}>
          {t('addIt')}
        </Button>
      )}
    </div>
  )
}
