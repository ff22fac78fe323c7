import { Skeleton, SkeletonScreen } from '../../../components/skeleton.tsx'

export function ReviewSkeleton() {
  return (
    <SkeletonScreen>
      <Skeleton width="60%" height="2.25rem" />
      <Skeleton shape="pill" height="0.75rem" />
      <Skeleton shape="card" height="22rem" />
    </SkeletonScreen>
  )
}
