import { Skeleton, SkeletonScreen } from '../../../components/skeleton.tsx'
import styles from './course-list.module.css'

/** The shape of a featured card and two rows. */
export const CourseListSkeleton = () => (
  <SkeletonScreen>
    <div className={styles.list}>
      <Skeleton shape="card" height="22rem" />
      <Skeleton shape="card" height="8rem" />
      <Skeleton shape="card" height="8rem" />
    </div>
  </SkeletonScreen>
)
