import { countSigns } from '@kitewise/contract/typed/signs'
import * as textLimits from '@kitewise/contract/typed/text-limits'
import type { Evaluation, PromptCreation } from '@kitewise/contract/entities'
import { useEffect, useRef } from 'react'
import { useTranslations } from 'use-intl'
import { Disclosure } from '../../../components/disclosure.tsx'
import { Textarea } from '../../../components/field.tsx'
import { Markdown } from '../../../components/markdown.tsx'
import { classNames } from '../../../lib/class-names.ts'
import { useForeignLanguage } from '../../../lib/i18n/language.ts'
import type { PromptAttempt } from '../prompt-attempt.ts'
import { HintToggle } from './hint-toggle.tsx'
import styles from './prompt-writing.module.css'

/** From here on, the count of characters is worth showing. */
const nearLimit = 3_200

type PromptWritingProps = {
  prompt: PromptCreation
  /** Of the task, if it differs from the interface. */
  lang: string | undefined
  attempt: PromptAttempt
  onType: (text: string) => void
}

/** The task, which stays visible while the learner types, and the text field. */
export function PromptWriting({ prompt, lang, attempt, onType }: PromptWritingProps) {
  const t = useTranslations('practice')
  const frame = useRef<HTMLDivElement>(null)
  const { phase, judged, text } = attempt
  const signs = countSigns(text)
  const nextTry = judged !== null && phase.name === 'writing' && attempt.failure === null ? phase : null
  useEffect(() => {
    // The button that led back here is gone or far away.
    if (!nextTry) return
    frame.current?.scrollIntoView()
    const box = frame.current?.querySelector('textarea')
    box?.focus({ preventScroll: true })
    box?.setSelectionRange(box.value.length, box.value.length)
  }, [nextTry])
  return (
    <div ref={frame} className={styles.writing}>
      <div className={styles.task}>
        <Disclosure summary={t('task')} isOpenAtFirst>
          <div lang={lang}>
            <Markdown text={prompt.fullDescription} />
          </div>
        </Disclosure>
      </div>
      <div className={styles.field}>
        {judged && nextTry && <NextStep evaluation={judged.evaluation} adding={nextTry.adding} />}
        <Textarea
          label={t('promptLabel')}
          placeholder={t('placeholder')}
          className={classNames(styles.prompt, signs < nearLimit && styles.roomy)}
          rows={5}
          limit={textLimits.prompt}
          value={text}
          readOnly={phase.name === 'evaluating'}
          onChange={(event) => onType(event.target.value)}
          hint={t('characters', { count: signs, max: textLimits.prompt })}
        />
        {prompt.tip !== '' && <HintToggle hint={prompt.tip} lang={lang} />}
      </div>
    </div>
  )
}

/** Above the text of a retry: the point to add, or the comment on the last attempt. */
const NextStep = ({ evaluation, adding }: { evaluation: Evaluation; adding: string | null }) => {
  const t = useTranslations('practice')
  const lang = useForeignLanguage(evaluation.taskLanguage)
  const point = evaluation.points.find(({ id }) => id === adding)
  if (point)
    return (
      <p className={styles.next} lang={lang}>
        {t('adding', { hint: point.hint })}
      </p>
    )
  return (
    <div className={styles.next}>
      <p className={styles.nextTitle}>{t('lastComment')}</p>
      <p>{evaluation.comment}</p>
    </div>
  )
}
