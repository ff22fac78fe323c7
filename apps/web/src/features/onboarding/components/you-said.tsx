import type { QuizAnswers, QuizStep } from '@kitewise/contract/onboarding-entities'
import { useTranslations } from 'use-intl'
import { call } from '../../../lib/api-client.ts'
import { useReadOnShow } from '../../../lib/read-on-show.ts'
import { useOnboardingProgress } from '../onboarding-progress.ts'
import styles from './you-said.module.css'

/** The visitor's goal, worries and minutes in the words they chose. Nothing without a quiz in this browser. */
export function YouSaid() {
  const { quiz } = useOnboardingProgress()
  return quiz && <Said {...quiz} />
}

const Said = ({ variant, version }: { variant: number; version: number }) => {
  const t = useTranslations('plans')
  const { answers } = useOnboardingProgress()
  const params = { variant: String(variant), version: String(version) }
  const { data } = useReadOnShow((signal) => call('GET /api/quizzes/{variant}/{version}', { params, signal }))
  const said = data ? echoOf(data.steps, answers) : []
  if (said.length === 0) return null
  return (
    <section className={styles.said}>
      <h2 className={styles.title}>{t('youSaid')}</h2>
      <dl className={styles.words}>
        {said.map(({ kind, words }) => (
          <div key={words} className={styles.answer}>
            <dt>{t(kind)}</dt>
            <dd>{words}</dd>
          </div>
        ))}
      </dl>
    </section>
  )
}

type Echo = { kind: 'saidGoal' | 'saidWorry' | 'saidMinutes'; words: string }

/** The step that decides the course in each quiz, then the worry, then the minutes a day. */
const echoed: { kind: Echo['kind']; steps: string[] }[] = [
  { kind: 'saidGoal', steps: ['month', 'relief'] },
  { kind: 'saidWorry', steps: ['worries'] },
  { kind: 'saidMinutes', steps: ['minutes'] },
]

/** What the visitor said, in the words of the chosen options. "Nothing worries me" and the like are left out. */
function echoOf(steps: readonly QuizStep[], answers: QuizAnswers): Echo[] {
  return echoed.flatMap(({ kind, steps: names }) => {
    const step = steps.find(({ id }) => names.includes(id))
    const chosen = step?.options.find(({ id, isExclusive }) => !isExclusive && answers[step.id]?.includes(id))
    return chosen ? [{ kind, words: chosen.label }] : []
  })
}
