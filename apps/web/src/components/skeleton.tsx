import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { classNames } from '../lib/class-names.ts'
import { SlowNotice } from './slow-notice.tsx'
import styles from './skeleton.module.css'

/**
 * Sizes are CSS lengths; default is `100%` wide and one text line high. An `svg`, because its size needs no `style`
 * attribute, which the content security policy blocks in a drawn page.
 */
type SkeletonProps = { width?: string; height?: string; shape?: 'text' | 'card' | 'pill' }

export function Skeleton({ width = '100%', height = '1em', shape = 'text' }: SkeletonProps) {
  return <svg className={classNames(styles.block, styles[shape])} width={width} height={height} />
}

type SkeletonScreenProps = {
  label?: string
  isLabelVisible?: boolean
  /** The same with empty places for words (`data-slot`), which lib/first-view.ts fills on a drawn page. */
  firstView?: ReactNode
  children: ReactNode
}

/** Groups skeletons. Invisible for 150 ms, so fast answers do not flicker; screen readers hear `label`. */
export function SkeletonScreen({ label, isLabelVisible = false, firstView, children }: SkeletonScreenProps) {
  const t = useTranslations('common')
  return (
    <div role="status" className={styles.screen}>
      <span className={isLabelVisible ? styles.label : 'visually-hidden'}>{label ?? t('loading')}</span>
      <div aria-hidden="true" className={styles.blocks}>
        {children}
      </div>
      {firstView !== undefined && (
        <div aria-hidden="true" hidden data-first-view>
          {firstView}
        </div>
      )}
      <SlowNotice />
    </div>
  )
}
