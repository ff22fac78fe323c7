import * as textLimits from '@kitewise/contract/typed/text-limits'
import type { Evaluation } from '@kitewise/contract/entities'
import { isPassingScore } from '@kitewise/rules/practice'
import { useEffect, useId, useRef, useState } from 'react'
import { useTranslations } from 'use-intl'
import { Badge } from '../../../components/badge.tsx'
import { Button } from '../../../components/button.tsx'
import { Textarea } from '../../../components/field.tsx'
import { useForeignLanguage } from '../../../lib/i18n/language.ts'
import { copyText } from '../../../lib/copy-text.ts'
import { toast } from '../../../lib/toast.ts'
import { useAction } from '../../../lib/use-action.ts'
import { showAdditions } from '../prompt-additions.ts'
import { isProvisional, type Judged } from '../prompt-attempt.ts'
import type { Draft } from '../use-prompt-attempt.ts'
import { OwnText } from '../../../components/own-text.tsx'
import styles from './verdict.module.css'

/** Why a prompt hasn't passed: a word, the score and a short comment. A gate has only the comment, because nothing was scored. */
export function Verdict({ evaluation: { gate, score, comment } }: { evaluation: Evaluation }) {
  const t = useTranslations('practice')
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (gate !== null) box.current?.focus()
  }, [gate])
  // "Oops!" would be out of place there.
  const hasTitle = gate !== 'self_harm'
  return (
    <div ref={box} className={styles.verdict} tabIndex={gate === null ? undefined : -1}>
      {hasTitle && (
        <div className={styles.head}>
          <h3 className={styles.title}>{t('failedTitle')}</h3>
          {gate === null && <Badge tone="bad">{t('score', { score })}</Badge>}
        </div>
      )}
      <p className={styles.comment}>{comment}</p>
    </div>
  )
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
          <div className={styles.comparison}>
            <Textarea label={t('promptLabel')} value={prompt} className={styles.own} rows={3} readOnly />
            <Suggestion prompt={prompt} suggestion={suggestion} />
          </div>
        </section>
      )}
      {passed && followUp !== null && reply && (
        <FollowUp wish={followUp} taskLanguage={evaluation.taskLanguage} reply={reply} />
      )}
      <p className={styles.source}>
        {isProvisional(evaluation)
          ? t('byDevice')
          : by === 'model'
            ? t('byModel', { model: model ?? '' })
            : t('byChecklist')}
        {isShown && ` · ${t('byShown')}`}
      </p>
    </div>
  )
}

/** The learner's own text, completed: what is new stands out. */
const Suggestion = ({ prompt, suggestion }: { prompt: string; suggestion: string }) => {
  const t = useTranslations('practice')
  const id = useId()
  const shown = useRef<HTMLQuoteElement>(null)
  const { run: copy } = useAction(async () => {
    if (await copyText(suggestion, shown.current)) toast.success(t('copied'))
    else toast.error(t('copyFailed'))
  })
  return (
    <figure className={styles.suggestion} aria-labelledby={id}>
      <figcaption id={id} className={styles.suggestedLabel}>
        {t('suggested')}
      </figcaption>
      <OwnText as="blockquote" ref={shown} className={styles.suggested}>
        {showAdditions(prompt, suggestion).map(({ from, text, isNew }) =>
          isNew ? <ins key={from}>{text}</ins> : <span key={from}>{text}</span>,
        )}
      </OwnText>
      <Button variant="secondary" width="fit" onClick={() => copy()}>
        {t('copy')}
      </Button>
    </figure>
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
        className={styles.reply}
        rows={2}
        limit={textLimits.reply}
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
