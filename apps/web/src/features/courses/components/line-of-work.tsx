import { type LineOfWork, linesOfWork } from '@kitewise/contract/choices'
import { useTranslations } from 'use-intl'
import { FieldError } from '../../../components/field.tsx'
import { Stack } from '../../../components/layout.tsx'
import { ProgressBar } from '../../../components/progress-bar.tsx'
import { Select } from '../../../components/select.tsx'
import { useErrorText } from '../../../lib/error-text.ts'
import styles from './work.module.css'

export function PathProgress({ finished, total }: { finished: number; total: number }) {
  const t = useTranslations('work')
  return (
    <Stack gap={4}>
      <ProgressBar percent={total === 0 ? 0 : Math.round((100 * finished) / total)} label={t('lessons')} />
      <p className={styles.soft}>{t('done', { done: finished, total })}</p>
    </Stack>
  )
}

type LineOfWorkChoiceProps = {
  chosen: LineOfWork | null
  onChoose: (work: LineOfWork | null) => void
  error: Error | null
}

export function LineOfWorkChoice({ chosen, onChoose, error }: LineOfWorkChoiceProps) {
  const t = useTranslations('work')
  const errorText = useErrorText()
  const options = [{ value: '', label: t('none') }, ...linesOfWork.map((value) => ({ value, label: t(value) }))]
  return (
    <Stack gap={4}>
      <Select
        label={t('choose')}
        options={options}
        value={chosen ?? ''}
        onChange={({ target }) => onChoose(linesOfWork.find((value) => value === target.value) ?? null)}
      />
      <FieldError message={error && errorText(error, t('saveFailed'))} />
    </Stack>
  )
}
