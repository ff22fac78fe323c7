import { Skeleton, SkeletonScreen } from './skeleton.tsx'
import styles from './screen-shapes.module.css'

/** The contents of a long text, on a wide screen beside its paragraphs. */
export function TextShape() {
  return (
    <SkeletonScreen>
      <div className={styles.contents} data-shape="text">
        <Skeleton height="3.5rem" shape="card" />
        <div className={styles.side}>
          <Skeleton width="35%" />
          {['92%', '97%', '60%', '95%'].map((width) => (
            <Skeleton key={width} width={width} />
          ))}
        </div>
      </div>
    </SkeletonScreen>
  )
}

/** A heading and some text, for screens without a shape of their own. */
export function PageShape() {
  return (
    <SkeletonScreen>
      <div className={styles.side} data-shape="page">
        <Skeleton width="60%" height="2rem" />
        <Skeleton />
        <Skeleton width="80%" />
        <Skeleton height="3.25rem" shape="card" />
      </div>
    </SkeletonScreen>
  )
}
