import type { SkillCheck } from '@kitewise/contract/skill-check'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { Button } from '../../../components/button.tsx'
import { Card } from '../../../components/card.tsx'
import { FieldError } from '../../../components/field.tsx'
import { Stack } from '../../../components/layout.tsx'
import { RadioGroup } from '../../../components/radio-group.tsx'
import { Sheet } from '../../../components/sheet.tsx'
import { useErrorText } from '../../../lib/error-text.ts'
import { useForeignLanguage } from '../../../lib/i18n/language.ts'
import { useAction } from '../../../lib/use-action.ts'
import { skillCheckQuery, useSendSkillCheck } from '../api.ts'
import styles from './skill-check-card.module.css'

/** The skill check of a course: an offer before it and after it, and then the difference. Absent while there is neither. */
export function SkillCheckCard({ courseId }: { courseId: string }) {
  const t = useTranslations('skillCheck')
  const { data } = useQuery(skillCheckQuery(courseId))
  const [isOpen, setIsOpen] = useState(false)
  if (!data || (data.form === null && data.before === null)) return null
  return (
    <Card tone="sunken" gap={12} role="region" aria-labelledby="skill-check">
      <h2 id="skill-check" className={styles.title}>
        {t('title')}
      </h2>
      <Scores {...data} />
      {data.form !== null && (
        <>
          <p>{t(data.form === 'a' ? 'offerBefore' : 'offerAfter')}</p>
          <Button variant="secondary" onClick={() => setIsOpen(true)}>
            {t(data.form === 'a' ? 'startBefore' : 'startAfter')}
          </Button>
        </>
      )}
      {isOpen && data.form !== null && (
        <Questions courseId={courseId} skillCheck={data} form={data.form} onClose={() => setIsOpen(false)} />
      )}
    </Card>
  )
}

/** Says what changed, also when nothing or too little did. */
const Scores = ({ before, after }: Pick<SkillCheck, 'before' | 'after'>) => {
  const t = useTranslations('skillCheck')
  if (!before) return null
  const change = after && after.correct - before.correct
  return (
    <>
      <dl className={styles.scores}>
        <dt>{t('before')}</dt>
        <dd>{t('score', before)}</dd>
        {after && (
          <>
            <dt>{t('after')}</dt>
            <dd>{t('score', after)}</dd>
          </>
        )}
      </dl>
      {change !== null && <p>{change > 0 ? t('more', { count: change }) : t(change === 0 ? 'same' : 'fewer')}</p>}
    </>
  )
}

type QuestionsProps = { courseId: string; skillCheck: SkillCheck; form: 'a' | 'b'; onClose: () => void }

const Questions = ({ courseId, skillCheck: { questions, language }, form, onClose }: QuestionsProps) => {
  const t = useTranslations('skillCheck')
  const lang = useForeignLanguage(language)
  const errorText = useErrorText()
  const sending = useSendSkillCheck(courseId)
  const [answers, setAnswers] = useState<Record<string, string>>({})
  const { run: send } = useAction(() => sending.mutateAsync({ form, answers }).then(onClose, () => undefined))
  return (
    <Sheet
      isOpen
      variant="screen"
      title={t('title')}
      onClose={onClose}
      footer={
        <Stack gap={8}>
          <FieldError message={sending.error ? errorText(sending.error) : null} />
          <Button
            disabled={questions.some(({ id }) => answers[id] === undefined)}
            isBusy={sending.isPending}
            onClick={() => send()}
          >
            {t('send')}
          </Button>
        </Stack>
      }
    >
      <Stack gap="sections">
        <p>{t('help')}</p>
        {questions.map(({ id, question, options }) => (
          <RadioGroup
            key={id}
            legend={question}
            lang={lang}
            options={options.map((option) => ({ id: option.id, label: option.text }))}
            value={answers[id] ?? null}
            onChange={(option) => setAnswers({ ...answers, [id]: option })}
            isReadOnly={sending.isPending}
          />
        ))}
      </Stack>
    </Sheet>
  )
}
