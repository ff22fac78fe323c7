import { useTranslations } from 'use-intl'
import { Skeleton, SkeletonScreen } from '../../components/skeleton.tsx'
import { Screen } from './screen.tsx'

/** Stands in while the script of a screen, or who is signed in, is on its way. */
export const ScreenSkeleton = () => {
  const t = useTranslations('common')
  return (
    <Screen title={t('loading')} isStandIn>
      <SkeletonScreen>
        <Skeleton width="60%" height="2rem" />
        <Skeleton height="12rem" shape="card" />
        <Skeleton height="6rem" shape="card" />
        <Skeleton height="6rem" shape="card" />
      </SkeletonScreen>
    </Screen>
  )
}
