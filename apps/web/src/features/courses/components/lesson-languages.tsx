import type { LessonLanguages as Counts } from '@kitewise/contract/entities'
import { useFormatter, useTranslations } from 'use-intl'

/** Says, before anyone pays, how many lessons are in the learner's language. */
export function LessonLanguages({ counts }: { counts: Counts }) {
  const t = useTranslations('common')
  const format = useFormatter()
  const { total, translated, wholeCourses } = counts
  const extent = translated === total ? 'all' : wholeCourses.length > 0 ? 'some' : 'few'
  const titles = format.list(wholeCourses.map((title) => t('quoted', { title })))
  return <>{t('lessonLanguages', { extent, total, translated, courses: titles })}</>
}
