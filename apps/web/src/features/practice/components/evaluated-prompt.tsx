import type { Gate } from '@kitewise/contract/entities'
import { useEffect, useId, useRef, useState } from 'react'
import { useTranslations } from 'use-intl'
import { classNames } from '../../../lib/class-names.ts'
import { hasPassed, type Judged, type PromptAttempt } from '../prompt-attempt.ts'
import type { StreamAnswer } from '../stream-answer.ts'
import type { Draft, PromptAttemptActions } from '../use-prompt-attempt.ts'
import { AssembledAnswer } from './assembled-answer.tsx'
import { MarkWords } from './mark-words.tsx'
import { ModelAnswer } from './model-answer.tsx'
import { PassedPrompt } from './passed-prompt.tsx'
import { MarkedPrompt, PromptPoints } from './prompt-points.tsx'
import { Verdict, VerdictDetails } from './verdict.tsx'
import styles from './evaluated-prompt.module.css'

type EvaluatedPromptProps = {
  attempt: PromptAttempt
  isShown: boolean
  actions: PromptAttemptActions
  /** Where a real answer can be requested from a model. */
  stream?: StreamAnswer
  /** The draft of the reply to the answer; without it, no reply is requested. */
  reply?: Draft
  /** No earlier text of this task was found. */
  isFirstVisit: boolean
}

/** The verdict, the evaluated prompt and an assistant's answer, from top to bottom. */
export function EvaluatedPrompt({ attempt, isShown, actions, stream, reply, isFirstVisit }: EvaluatedPromptProps) {
  const judged = isShown ? attempt.judged : null
  const isScored = judged !== null && judged.evaluation.gate === null
  const passed = judged !== null && hasPassed(attempt)
  const scene = useRef<HTMLDivElement>(null)
  return (
    <div className={classNames(styles.evaluated, passed && styles.waking)}>
      <div ref={scene} className={styles.columns} data-passed={passed || undefined}>
        {/* Always rendered, because a screen reader announces only changes in an existing live region. */}
        <div role="status">
          {passed && <PassedPrompt judged={judged} scene={scene} isFirstVisit={isFirstVisit} />}
          {judged && !passed && <Verdict evaluation={judged.evaluation} />}
        </div>
        {isScored && judged.evaluation.points.length > 0 && (
          <Scored judged={judged} attempt={attempt} actions={actions} stream={stream} />
        )}
        {judged && repeatsPrompt(judged.evaluation.gate) && <SentPrompt prompt={judged.prompt} />}
        {isScored && <VerdictDetails judged={judged} reply={reply} />}
      </div>
    </div>
  )
}

/** Whether to show the learner's words again below a gate's sentence. */
const repeatsPrompt = (gate: Gate | null): boolean => gate !== null && gate !== 'harm' && gate !== 'self_harm'

const SentPrompt = ({ prompt }: { prompt: string }) => {
  const t = useTranslations('practice')
  const id = useId()
  return (
    <section className={styles.sent} aria-labelledby={id}>
      <h3 id={id} className={styles.sentTitle}>
        {t('promptLabel')}
      </h3>
      <MarkedPrompt prompt={prompt} points={[]} />
    </section>
  )
}

type ScoredProps = Pick<EvaluatedPromptProps, 'attempt' | 'actions' | 'stream'> & { judged: Judged }

const Scored = ({ judged, attempt, actions, stream }: ScoredProps) => {
  const { phase, checking } = attempt
  const { evaluation, prompt } = judged
  const heading = useRef<HTMLHeadingElement>(null)
  // A mark triggers a new evaluation, perhaps by the checklist this time; the answer to the same prompt stays.
  const [hasModel] = useState(evaluation.by === 'model')
  useEffect(() => heading.current?.focus(), [])
  const marked = phase.name === 'marking' ? evaluation.points.find(({ id }) => id === phase.point) : undefined
  return (
    <>
      <PromptPoints ref={heading} judged={judged} checking={checking} actions={actions} />
      <div className={styles.answer}>
        {hasModel && stream ? (
          <ModelAnswer key={prompt} prompt={prompt} evaluation={evaluation} stream={stream} />
        ) : (
          <AssembledAnswer evaluation={evaluation} />
        )}
      </div>
      {marked && (
        <MarkWords
          point={marked}
          taskLanguage={evaluation.taskLanguage}
          prompt={prompt}
          failure={attempt.failure}
          isChecking={checking !== null}
          onMark={actions.mark}
          onClose={actions.closeMarking}
        />
      )}
    </>
  )
}
