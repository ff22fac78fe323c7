import { Skeleton, SkeletonScreen } from '../../../components/skeleton.tsx'

/** The shape of picture, title, progress card and the first level. */
export const CourseDetailSkeleton = () => (
  <SkeletonScreen>
    <Skeleton shape="card" height="14rem" />
    <Skeleton height="2rem" width="80%" />
    <Skeleton height="4rem" />
    <Skeleton shape="card" height="9rem" />
    <Skeleton shape="card" height="16rem" />
  </SkeletonScreen>
)
