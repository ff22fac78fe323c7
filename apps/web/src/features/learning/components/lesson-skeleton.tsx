import { useTranslations } from 'use-intl'
import { Skeleton, SkeletonScreen } from '../../../components/skeleton.tsx'

/** The shape of a bar, a title and the first fragment. */
export const LessonSkeleton = () => {
  const t = useTranslations('lesson')
  return (
    <SkeletonScreen label={t('loading')} isLabelVisible>
      <Skeleton height="0.5rem" shape="pill" />
      <Skeleton height="2.5rem" width="70%" />
      <Skeleton height="1.75rem" width="50%" />
      <Skeleton height="6rem" />
      <Skeleton height="6rem" />
      <Skeleton height="3rem" width="80%" />
    </SkeletonScreen>
  )
}
