import type { PracticeResult, SingleChoiceTest } from '@kitewise/contract/entities'
import { choiceVerdict, type PracticeAnswer } from '@kitewise/rules/practice'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { Button } from '../../../components/button.tsx'
import { InCardFooter } from '../../../components/card-footer.tsx'
import { RadioGroup } from '../../../components/radio-group.tsx'
import { feel } from '../../../lib/feel.ts'
import { useAction } from '../../../lib/use-action.ts'
import { markOptions } from '../mark-options.ts'
import type { Draft } from '../use-prompt-attempt.ts'
import { HintToggle } from './hint-toggle.tsx'
import { ChoiceFeedback } from './choice-feedback.tsx'
import { PracticeFrame } from './practice-frame.tsx'
import { PracticeKind } from './practice-kind.tsx'

type ChoiceQuestionProps = {
  draft: Draft
  test: SingleChoiceTest
  /** Of the question, if it differs from the interface. */
  lang?: string | undefined
  /** Asks about an earlier lesson. */
  isRecall: boolean
  result: PracticeResult | null
  onDone: (answered: PracticeAnswer) => void
}

/** A question with one right option. Once answered, it shows the right option and why. */
export function ChoiceQuestion({ draft, test, lang, isRecall, result, onDone }: ChoiceQuestionProps) {
  const t = useTranslations('practice')
  const [chosen, setChosen] = useState(draft.stored)
  const [submitted, setSubmitted] = useState<string | null>(null)
  const answered = submitted ?? result?.answer ?? null
  // An option that the question no longer has counts as wrong.
  const verdict = choiceVerdict(test, answered ?? '') ?? { isCorrect: false, messages: [test.wrongChoiceMessage] }
  const canSubmit = test.options.some(({ id }) => id === chosen)

  const choose = (optionId: string): void => {
    feel('choice')
    setChosen(optionId)
    draft.keep(optionId)
  }
  const { run: submit } = useAction(() => {
    const own = chosen === null ? null : choiceVerdict(test, chosen)
    if (chosen === null || own === null) return
    setSubmitted(chosen)
    feel(own.isCorrect ? 'right' : 'wrong')
    draft.clear()
    onDone({ answer: chosen, isCorrect: own.isCorrect })
  })

  return (
    <PracticeFrame lang={lang}>
      <PracticeKind isRecall={isRecall} kind={t('quizKind')} />
      <RadioGroup
        legend={test.question}
        options={markOptions(test.options, answered, { right: t('markRight'), wrong: t('markWrong') })}
        value={answered ?? chosen}
        onChange={choose}
        lang={lang}
        isReadOnly={answered !== null}
      />
      {answered === null ? (
        <>
          <HintToggle hint={test.hint} lang={lang} />
          <InCardFooter>
            <Button onClick={() => submit()} disabled={!canSubmit}>
              {t('check')}
            </Button>
          </InCardFooter>
        </>
      ) : (
        <ChoiceFeedback {...verdict} lang={lang} isFresh={submitted !== null} />
      )}
    </PracticeFrame>
  )
}
