import type { ReviewItem } from '@kitewise/contract/review'
import { useTranslations } from 'use-intl'
import { Link } from 'wouter'
import { Badge } from '../../../components/badge.tsx'
import { Icon } from '../../../components/icon.tsx'
import { useForeignLanguage } from '../../../lib/i18n/language.ts'
import { paths } from '../../../lib/paths.ts'
import styles from './review.module.css'

/** The lesson where a task comes from, as a link, and whether it went wrong last time. */
export function ReviewPlace({ item }: { item: ReviewItem }) {
  const t = useTranslations()
  const lang = useForeignLanguage(item.language)
  const { kind, isMistake, course, lesson, fragment } = item
  const kindText =
    item.kind === 'exercise'
      ? (`exercise.${item.exercise.kind}` as const)
      : item.kind === 'prompt'
        ? 'promptKind'
        : 'quizKind'
  return (
    <div className={styles.place}>
      {isMistake ? (
        <Badge tone="tail" icon={<Icon name="retry" />}>
          {t('boost.missed')}
        </Badge>
      ) : (
        <Badge tone="kite" icon={kind === 'prompt' && <Icon name="pencil" />}>
          {t(`practice.${kindText}`)}
        </Badge>
      )}
      <Link className={styles.lesson} lang={lang} to={paths.lessonLearn(course.id, lesson.id, fragment.index)}>
        {lesson.title}
      </Link>
    </div>
  )
}
