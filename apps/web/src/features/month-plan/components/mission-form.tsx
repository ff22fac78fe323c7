import * as textLimits from '@kitewise/contract/typed/text-limits'
import type { MonthPlan, MonthPlanStep } from '@kitewise/contract/month-plan'
import { type FormEvent, useState } from 'react'
import { useTranslations } from 'use-intl'
import { Button } from '../../../components/button.tsx'
import { Field } from '../../../components/field.tsx'
import { Stack } from '../../../components/layout.tsx'
import { toast } from '../../../lib/toast.ts'
import { useAction } from '../../../lib/use-action.ts'
import { useFinishMission } from '../api.ts'
import styles from './month-plan.module.css'

export type MissionStep = Extract<MonthPlanStep, { kind: 'mission' }>

type MissionFormProps = { plan: MonthPlan; step: MissionStep; onDone?: () => void }

/** What to do in real life, one line about it, and "I did it". Afterwards the line can be changed. */
export function MissionForm({ plan, step: { missionId, isDone, note }, onDone }: MissionFormProps) {
  const t = useTranslations()
  const finish = useFinishMission()
  const [line, setLine] = useState(note)
  const { run, isBusy } = useAction(async () => {
    await finish(plan, missionId, line.trim())
    toast.success(t(isDone ? 'monthPlan.noteSaved' : 'monthPlan.missionDone'))
    onDone?.()
  })
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    run()
  }
  return (
    <Stack as="form" gap={16} onSubmit={submit}>
      <p className={styles.text}>{t(`missions.${missionId}.text`)}</p>
      <Field
        label={t('monthPlan.noteLabel')}
        hint={t('monthPlan.noteHint')}
        value={line}
        limit={textLimits.missionNote}
        autoComplete="off"
        enterKeyHint="done"
        onChange={(event) => setLine(event.target.value)}
      />
      <Button type="submit" isBusy={isBusy}>
        {t(isDone ? 'monthPlan.saveNote' : 'monthPlan.didIt')}
      </Button>
    </Stack>
  )
}
