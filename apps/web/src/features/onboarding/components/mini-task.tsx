import type { PromptCreation } from '@kitewise/contract/entities'
import type { FormEvent } from 'react'
import { useTranslations } from 'use-intl'
import { Badge } from '../../../components/badge.tsx'
import { Button } from '../../../components/button.tsx'
import { Card } from '../../../components/card.tsx'
import { Disclosure } from '../../../components/disclosure.tsx'
import { FieldError } from '../../../components/field-error.tsx'
import { Markdown } from '../../../components/markdown.tsx'
import { Textarea } from '../../../components/textarea.tsx'
import { useMiniTask } from '../use-mini-task.ts'
import { MiniTaskVerdict } from './mini-task-verdict.tsx'
import styles from './mini-task.module.css'

/** What the server takes at most. */
const maximumLength = 4_000

/** One real task of the first course, scored, before any price is shown. */
export const MiniTask = ({ task }: { task: PromptCreation }) => {
  const t = useTranslations('plan')
  const { text, write, canSubmit, submit, isBusy, failure, evaluation } = useMiniTask()
  const send = (event: FormEvent): void => {
    event.preventDefault()
    submit()
  }
  return (
    <Card className={styles.task}>
      <div className={styles.top}>
        <Badge tone="good">{t('taskBadge')}</Badge>
        <h3 className={styles.title}>{task.title}</h3>
      </div>
      <Markdown text={task.fullDescription} />
      <form className={styles.form} onSubmit={send}>
        <Textarea
          label={t('taskPrompt')}
          placeholder={t('taskPlaceholder')}
          maxLength={maximumLength}
          value={text}
          readOnly={isBusy}
          onChange={(event) => write(event.target.value)}
        />
        {task.tip !== '' && <Disclosure summary={t('taskHint')}>{task.tip}</Disclosure>}
        <FieldError message={failure && t(failure)} />
        <Button type="submit" variant="secondary" disabled={!canSubmit && !isBusy} isBusy={isBusy}>
          {isBusy ? t('evaluating') : t('submit')}
        </Button>
      </form>
      <div role="status">{evaluation && <MiniTaskVerdict evaluation={evaluation} />}</div>
    </Card>
  )
}
