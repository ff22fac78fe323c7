import type { ReactNode } from 'react'
import { Link } from 'wouter'
import { classNames } from '../lib/class-names.ts'
import { Icon, type IconName } from './icon.tsx'
import { KiteMark } from './kite.tsx'
import styles from './string-row.module.css'

export type KnotState = 'done' | 'current' | 'open' | 'locked'

type StringRowProps = {
  /** Drawn as a knot on the string. Decorative: `facts` must say it in words. */
  knot: KnotState
  /** The string ends at the first and the last knot. */
  isFirst?: boolean
  isLast?: boolean
  title: string
  /** Below the title. */
  detail?: string | undefined
  /** The language of the title and the detail, if it differs from the interface. */
  lang?: string | undefined
  facts: ReactNode
  /** What a tap does, or why there is none. */
  mark?: IconName | undefined
  /** Where a tap leads; null for a row that can't be tapped. */
  to?: string | null
  onPress?: () => void
}

const looks: Partial<Record<KnotState, string | undefined>> = { done: styles.done, locked: styles.locked }

/** One of the things that are done in order, as a knot on the kite's string. Put it into a list. */
export function StringRow({
  knot,
  isFirst = false,
  isLast = false,
  title,
  detail,
  lang,
  facts,
  mark,
  to,
  onPress,
}: StringRowProps) {
  const content = (
    <>
      <span
        className={classNames(styles.knot, looks[knot], isFirst && styles.first, isLast && styles.last)}
        aria-hidden="true"
      >
        {knot === 'current' ? <KiteMark /> : <span className={styles.bead} />}
      </span>
      <span className={styles.words}>
        <span className={styles.title} lang={lang}>
          {title}
        </span>
        {detail !== undefined && (
          <span className={styles.detail} lang={lang}>
            {detail}
          </span>
        )}
        <span className={styles.facts}>{facts}</span>
      </span>
      {mark && (
        <span className={styles.mark}>
          <Icon name={mark} />
        </span>
      )}
    </>
  )
  const className = classNames(
    styles.row,
    knot === 'current' && styles.currentRow,
    knot === 'locked' && !to && styles.lockedRow,
    (onPress !== undefined || to) && styles.link,
  )
  if (onPress)
    return (
      <button type="button" className={className} onClick={onPress}>
        {content}
      </button>
    )
  return to ? (
    <Link className={className} to={to}>
      {content}
    </Link>
  ) : (
    <span className={className}>{content}</span>
  )
}
