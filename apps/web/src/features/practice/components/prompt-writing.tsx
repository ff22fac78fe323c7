import type { PromptCreation } from '@kitewise/contract/entities'
import { useEffect, useRef } from 'react'
import { useTranslations } from 'use-intl'
import { Markdown } from '../../../components/markdown.tsx'
import { Textarea } from '../../../components/textarea.tsx'
import type { PromptAttempt } from '../prompt-attempt.ts'
import { HintToggle } from './hint-toggle.tsx'
import styles from './prompt-writing.module.css'

/** What the server takes at most. */
const maximumLength = 4_000

type PromptWritingProps = {
  prompt: PromptCreation
  /** Of the task, where it is not in the interface's language. */
  lang: string | undefined
  attempt: PromptAttempt
  onType: (text: string) => void
}

/** The task, a hint for those who want one, and the place to write. */
export const PromptWriting = ({ prompt, lang, attempt, onType }: PromptWritingProps) => {
  const t = useTranslations('practice')
  const frame = useRef<HTMLDivElement>(null)
  const isAnotherTry = attempt.evaluation !== null
  useEffect(() => {
    // Somebody who tries again has pressed a button that is gone now.
    if (isAnotherTry) frame.current?.querySelector('textarea')?.focus()
  }, [isAnotherTry])
  return (
    <div ref={frame} className={styles.writing}>
      <div lang={lang}>
        <Markdown text={prompt.fullDescription} />
      </div>
      <div className={styles.field}>
        {attempt.evaluation && (
          <div className={styles.last}>
            <p className={styles.lastTitle}>{t('lastComment')}</p>
            <p>{attempt.evaluation.comment}</p>
          </div>
        )}
        <Textarea
          label={t('promptLabel')}
          placeholder={t('placeholder')}
          className={styles.prompt}
          rows={5}
          maxLength={maximumLength}
          value={attempt.text}
          readOnly={attempt.phase === 'evaluating'}
          onChange={(event) => onType(event.target.value)}
          hint={t('characters', { count: attempt.text.length, max: maximumLength })}
        />
        <HintToggle hint={prompt.tip} lang={lang} />
      </div>
    </div>
  )
}
