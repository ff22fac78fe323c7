import type { Practice, PracticeResult } from '@kitewise/contract/entities'
import { useTranslations } from 'use-intl'
import { Card } from '../../../components/card.tsx'
import { useForeignLanguage } from '../../../lib/i18n/language.ts'
import { LightExercise } from './light-exercise.tsx'
import { PromptPractice } from './prompt-practice.tsx'
import { ChoiceQuestion } from './choice-question.tsx'

export type PracticeAnswered = { answer: string; isCorrect: boolean }

type PracticeBlockProps = {
  lessonId: string
  fragmentIndex: number
  /** The language of the text, as in the contract. */
  language: string
  practice: Practice | undefined
  /** The learner's answer; null if there is none. */
  result: PracticeResult | null
  onDone: (answered: PracticeAnswered) => void
}

export function PracticeBlock({ lessonId, fragmentIndex, language, practice, result, onDone }: PracticeBlockProps) {
  const lang = useForeignLanguage(language)
  if (practice?.exercise) {
    return (
      <LightExercise
        practiceId={practice.id}
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
        <PromptPractice
          prompt={practice.promptCreation}
          lang={lang}
          place={{ lessonId, fragmentIndex, practiceId: practice.id }}
          isCompleted={result !== null}
          isCorrect={result?.isCorrect ?? false}
          onDone={onDone}
        />
      )
    case 'SINGLE_CHOICE_TEST':
      if (!practice.singleChoiceTest) return <PracticeTrouble reason="missing" />
      return (
        <ChoiceQuestion
          practiceId={practice.id}
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

const PracticeTrouble = ({ reason }: { reason: 'missing' | 'unknownType' }) => {
  const t = useTranslations('practice')
  return <Card tone="sunken">{t(reason)}</Card>
}
