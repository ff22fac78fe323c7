import type { Evaluation } from '@kitewise/contract/entities'
import { useTranslations } from 'use-intl'
import { classNames } from '../../../lib/class-names.ts'
import { coveredPoints } from '../covered-points.ts'
import styles from './point-dots.module.css'

/** How many points of the task the prompt covers: a row of dots, and the same in words. */
export const PointDots = ({ criteria }: { criteria: Evaluation['criteria'] }) => {
  const t = useTranslations('practice')
  const points = coveredPoints(criteria)
  if (!points) return null
  return (
    <p className={styles.points}>
      <span className={styles.dots} aria-hidden="true">
        {[...criteria]
          .sort((one, other) => other.met - one.met)
          .map(({ id, met }) => (
            <span key={id} className={classNames(styles.dot, met === 1 && styles.met, met === 0.5 && styles.half)} />
          ))}
      </span>
      {t('points', points)}
    </p>
  )
}
