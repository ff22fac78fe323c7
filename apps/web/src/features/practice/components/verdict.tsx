import type { Evaluation } from '@kitewise/contract/entities'
import { isPassingScore } from '@kitewise/rules/practice'
import { type RefObject, useEffect, useRef, useState } from 'react'
import { useTranslations } from 'use-intl'
import { Badge } from '../../../components/badge.tsx'
import { Button } from '../../../components/button.tsx'
import { Textarea } from '../../../components/field.tsx'
import { KiteMark } from '../../../components/kite.tsx'
import { classNames } from '../../../lib/class-names.ts'
import { useForeignLanguage } from '../../../lib/i18n/language.ts'
import type { Judged } from '../prompt-attempt.ts'
import type { Draft } from '../use-prompt-attempt.ts'
import { Celebration } from './celebration.tsx'
import styles from './verdict.module.css'

/** The result as a word, a score and a short comment. A gate has only the comment, because nothing was scored. */
export function Verdict({ evaluation: { gate, score, comment } }: { evaluation: Evaluation }) {
  const t = useTranslations('practice')
  const box = useRef<HTMLDivElement>(null)
  const passed = gate === null && isPassingScore(score)
  const isSeen = useSeen(box)
  useEffect(() => {
    if (gate !== null) box.current?.focus()
  }, [gate])
  if (gate !== null)
    return (
      <div ref={box} className={classNames(styles.verdict, styles.gate)} tabIndex={-1}>
        {/* "Oops!" would be out of place here. */}
        {gate !== 'self_harm' && <h3 className={styles.title}>{t('failedTitle')}</h3>}
        <p className={styles.comment}>{comment}</p>
      </div>
    )
  return (
    <div ref={box} className={classNames(styles.verdict, passed ? styles.passed : styles.failed)}>
      {passed && (
        <span className={classNames(styles.kite, isSeen && styles.lifted)}>
          <KiteMark />
          {isSeen && <Celebration />}
        </span>
      )}
      <div className={styles.head}>
        <h3 className={styles.title}>{t(passed ? 'passedTitle' : 'failedTitle')}</h3>
        <Badge tone={passed ? 'good' : 'bad'}>{t('score', { score })}</Badge>
      </div>
      <p className={styles.comment}>{comment}</p>
    </div>
  )
}

/** Whether an element has been visible: the kite waits until the learner has scrolled to it. */
const useSeen = (element: RefObject<HTMLElement | null>): boolean => {
  const [isSeen, setSeen] = useState(false)
  useEffect(() => {
    const target = element.current
    if (target === null) return undefined
    const observer = new IntersectionObserver((entries) => {
      if (entries.some(({ isIntersecting }) => isIntersecting)) setSeen(true)
    })
    observer.observe(target)
    return () => observer.disconnect()
  }, [element])
  return isSeen
}

type VerdictDetailsProps = { judged: Judged; reply: Draft | undefined }

/** Below the verdict: a fuller version of the prompt or a reply to the answer, and what judged the prompt. */
export function VerdictDetails({ judged: { prompt, evaluation }, reply }: VerdictDetailsProps) {
  const t = useTranslations('practice')
  const { score, recommendedPrompt, followUp, by, model, points } = evaluation
  const passed = isPassingScore(score)
  const suggestion = recommendedPrompt.trim()
  const isShown = points.some(({ state }) => state === 'shown')
  return (
    <div className={styles.details}>
      {!passed && suggestion !== '' && (
        <section className={styles.more}>
          <h3 className={styles.moreTitle}>{t('suggestionTitle')}</h3>
          <Textarea
            label={t('comparisonLabel')}
            isLabelHidden
            value={t('comparison', { original: prompt, suggestion })}
            className={styles.comparison}
            rows={10}
            readOnly
          />
        </section>
      )}
      {passed && followUp !== null && reply && (
        <FollowUp wish={followUp} taskLanguage={evaluation.taskLanguage} reply={reply} />
      )}
      <p className={styles.source}>
        {by === 'model' ? t('byModel', { model: model ?? '' }) : t('byChecklist')}
        {isShown && ` · ${t('byShown')}`}
      </p>
    </div>
  )
}

type FollowUpProps = { wish: string; taskLanguage: string; reply: Draft }

/** A reply to the answer, for practice: stored in this browser, never sent. */
const FollowUp = ({ wish, taskLanguage, reply }: FollowUpProps) => {
  const t = useTranslations('practice')
  const lang = useForeignLanguage(taskLanguage)
  const [text, setText] = useState(reply.stored ?? '')
  const [isKept, setKept] = useState(false)
  return (
    <section className={styles.more}>
      <h3 className={styles.moreTitle}>{t('followUpTitle')}</h3>
      <p lang={lang}>{wish}</p>
      <Textarea
        label={t('followUpTitle')}
        isLabelHidden
        placeholder={t('followUpPlaceholder')}
        rows={2}
        maxLength={1_000}
        value={text}
        readOnly={isKept}
        onChange={(event) => setText(event.target.value)}
      />
      {!isKept && (
        <Button
          variant="secondary"
          width="fit"
          disabled={text.trim() === ''}
          onClick={() => {
            reply.keep(text)
            setKept(true)
          }}
        >
          {t('followUpSend')}
        </Button>
      )}
      <p role="status">{isKept && t('followUpDone')}</p>
    </section>
  )
}
