import type { Practice, PromptCreation } from '@kitewise/contract/entities'
import { evaluatePrompt } from '@kitewise/evaluator/evaluate-prompt'
import { type PracticeAnswer, skippedAnswer } from '@kitewise/rules/practice'
import { useState } from 'react'
import { useLocale } from 'use-intl'
import { ChoiceQuestion } from '../../../web/src/features/practice/components/choice-question.tsx'
import { LightExercise } from '../../../web/src/features/practice/components/light-exercise.tsx'
import { PromptDialog } from '../../../web/src/features/practice/components/prompt-dialog.tsx'
import { PromptPractice } from '../../../web/src/features/practice/components/prompt-practice.tsx'
import type { Draft } from '../../../web/src/features/practice/use-prompt-attempt.ts'
import { useForeignLanguage } from '../../../web/src/lib/i18n/language.ts'
import { storedValue } from '../../../web/src/lib/stored-value.ts'
import { findTask, languageOfTag } from '../course.ts'

type CardPracticeProps = {
  practice: Practice
  /** The language of the text. */
  language: string
  /** Null if there is none. */
  answered: PracticeAnswer | null
  onAnswered: (answered: PracticeAnswer) => void
}

/** The practice of a card, of any kind. */
export function CardPractice({ practice, language, answered, onAnswered }: CardPracticeProps) {
  const lang = useForeignLanguage(language)
  const draft = useTabDraft(practice.id)
  const { exercise, singleChoiceTest, promptCreation } = practice
  const result =
    answered === null || answered.answer === skippedAnswer ? null : { ...answered, practiceId: practice.id }
  const common = { lang, draft, result, isRecall: practice.recalls !== null, onDone: onAnswered }
  if (exercise) return <LightExercise {...common} exercise={exercise} />
  if (singleChoiceTest) return <ChoiceQuestion {...common} test={singleChoiceTest} />
  if (!promptCreation) return null
  return <PromptTask {...common} practiceId={practice.id} language={language} prompt={promptCreation} />
}

/** Kept with the tab, so that one learner's words aren't shown to the next one at the same computer. */
const useTabDraft = (id: string): Draft => {
  const draft = storedValue(`kitewise-draft:${id}`, 'tab')
  const [stored] = useState(draft.read)
  return { stored, keep: (text) => (text === '' ? draft.remove() : draft.write(text)), clear: draft.remove }
}

type PromptTaskProps = Pick<CardPracticeProps, 'language'> & {
  practiceId: string
  prompt: PromptCreation
  lang: string | undefined
  draft: Draft
  result: PracticeAnswer | null
  onDone: (answered: PracticeAnswer) => void
}

/** A prompt task, checked on the device. Of the answer, only whether it passed is kept. */
const PromptTask = ({ practiceId, prompt, language, lang, draft, result, onDone }: PromptTaskProps) => {
  const locale = useLocale()
  const reply = useTabDraft(`${practiceId}.reply`)
  return (
    <PromptPractice
      prompt={prompt}
      lang={lang}
      isCompleted={result !== null}
      isCorrect={result?.isCorrect ?? false}
      renderDialog={(close) => (
        <PromptDialog
          prompt={prompt}
          lang={lang}
          draft={draft}
          reply={reply}
          evaluate={async (text, shown) => {
            const task = findTask(practiceId, language)
            if (!task) throw new Error(`The package has no task ${practiceId}`)
            return evaluatePrompt({ task, prompt: text, language: languageOfTag(locale), shown })
          }}
          isLocal
          isRepeat={result !== null}
          onClose={close}
          onDone={({ isCorrect }) => onDone({ answer: '', isCorrect })}
        />
      )}
    />
  )
}
