import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { Button } from '../../../components/button.tsx'
import { RadioGroup } from '../../../components/radio-group.tsx'
import { Sheet } from '../../../components/sheet.tsx'
import type { CourseFilter } from '../course-filter.ts'
import { courseStatusValues, levelValues } from '../filter-values.ts'
import { levelKeys, statusKeys } from '../level-key.ts'
import styles from './filter-sheet.module.css'

const any = 'any'

const choiceOf = <T extends string>(values: readonly T[], id: string): T | null =>
  values.find((value) => value === id) ?? null

type FilterSheetProps = {
  filter: CourseFilter
  onApply: (filter: CourseFilter) => void
  onClose: () => void
  /** How many courses a filter would leave. */
  countMatches: (filter: CourseFilter) => number
}

/** Chooses level and status; the button says how many courses are left before it is pressed. */
export const FilterSheet = ({ filter, onApply, onClose, countMatches }: FilterSheetProps) => {
  const t = useTranslations('courses')
  const [draft, setDraft] = useState(filter)
  const all = { id: any, label: t('filterAny') }
  return (
    <Sheet
      isOpen
      onClose={onClose}
      title={t('filterTitle')}
      footer={<Button onClick={() => onApply(draft)}>{t('filterApply', { count: countMatches(draft) })}</Button>}
    >
      <div className={styles.groups}>
        <RadioGroup
          legend={t('filterLevel')}
          value={draft.level ?? any}
          onChange={(id) => setDraft({ ...draft, level: choiceOf(levelValues, id) })}
          options={[all, ...levelValues.map((level) => ({ id: level, label: t(levelKeys[level]) }))]}
        />
        <RadioGroup
          legend={t('filterStatus')}
          value={draft.status ?? any}
          onChange={(id) => setDraft({ ...draft, status: choiceOf(courseStatusValues, id) })}
          options={[all, ...courseStatusValues.map((status) => ({ id: status, label: t(statusKeys[status]) }))]}
        />
      </div>
    </Sheet>
  )
}
