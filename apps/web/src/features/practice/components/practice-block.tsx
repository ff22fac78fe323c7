import type { Practice, PracticeResult, PromptCreation } from '@kitewise/contract/entities'
import type { PracticeAnswer } from '@kitewise/rules/practice'
import { useTranslations } from 'use-intl'
import { Link } from 'wouter'
import { Card } from '../../../components/card.tsx'
import { useForeignLanguage } from '../../../lib/i18n/language.ts'
import { paths } from '../../../lib/paths.ts'
import { type EvaluatePrompt, evaluatePrompt, type PromptPlace } from '../evaluate-prompt.ts'
import { useDraft } from '../use-draft.ts'
import { ChoiceQuestion } from './choice-question.tsx'
import { LightExercise } from './light-exercise.tsx'
import styles from './practice-card.module.css'
import { PromptPractice } from './prompt-practice.tsx'
import { ServerPromptDialog } from './server-prompt-dialog.tsx'

type PracticeBlockProps = {
  lessonId: string
  fragmentIndex: number
  /** The language of the text, as in the contract. */
  language: string
  practice: Practice | undefined
  /** The learner's answer; null if there is none. */
  result: PracticeResult | null
  onDone: (answered: PracticeAnswer) => void
  /** Instead of the server, for a lesson that it doesn't have. */
  evaluate?: EvaluatePrompt | undefined
}

export function PracticeBlock(props: PracticeBlockProps) {
  const { lessonId, fragmentIndex, language, practice, result, onDone, evaluate } = props
  const lang = useForeignLanguage(language)
  const draft = useDraft(practice?.id ?? '')
  if (practice?.exercise) {
    return (
      <LightExercise
        draft={draft}
        exercise={practice.exercise}
        lang={lang}
        isRecall={practice.recalls !== null}
        result={result}
        onDone={onDone}
      />
    )
  }
  switch (practice?.practiceType) {
    case 'PROMPT_CREATION':
    case 'REPAIR':
      if (!practice.promptCreation) return <PracticeTrouble reason="missing" />
      return (
        <LessonPrompt
          prompt={practice.promptCreation}
          lang={lang}
          place={{ lessonId, fragmentIndex, practiceId: practice.id }}
          result={result}
          onDone={onDone}
          evaluate={evaluate}
        />
      )
    case 'SINGLE_CHOICE_TEST':
      if (!practice.singleChoiceTest) return <PracticeTrouble reason="missing" />
      return (
        <ChoiceQuestion
          draft={draft}
          test={practice.singleChoiceTest}
          lang={lang}
          isRecall={practice.recalls !== null}
          result={result}
          onDone={onDone}
        />
      )
    case undefined:
      return <PracticeTrouble reason="missing" />
    default:
      return <PracticeTrouble reason="unknownType" />
  }
}

type LessonPromptProps = Pick<PracticeBlockProps, 'result' | 'onDone' | 'evaluate'> & {
  prompt: PromptCreation
  lang: string | undefined
  place: PromptPlace
}

const LessonPrompt = ({ prompt, lang, place, result, onDone, evaluate }: LessonPromptProps) => {
  const t = useTranslations('practice')
  const isCompleted = result !== null
  return (
    <PromptPractice
      prompt={prompt}
      lang={lang}
      isCompleted={isCompleted}
      isCorrect={result?.isCorrect ?? false}
      kept={
        <Link className={styles.portfolio} to={paths.portfolio}>
          {t('inPortfolio')}
        </Link>
      }
      renderDialog={(close) => (
        <ServerPromptDialog
          prompt={prompt}
          lang={lang}
          draftId={place.practiceId}
          place={place}
          evaluate={
            evaluate ?? ((...sent) => evaluatePrompt({ ...place, practiceTask: prompt.fullDescription }, ...sent))
          }
          isRepeat={isCompleted}
          onClose={close}
          onDone={onDone}
        />
      )}
    />
  )
}

const PracticeTrouble = ({ reason }: { reason: 'missing' | 'unknownType' }) => {
  const t = useTranslations('practice')
  return <Card tone="sunken">{t(reason)}</Card>
}
