import { ringDegrees } from '@kitewise/rules/course-progress'
import type { ReactNode } from 'react'
import styles from './progress.module.css'

const radius = 44
const arc = (degrees: number): string => `${(degrees / 360) * 2 * Math.PI * radius} ${2 * Math.PI * radius}`

/** A ring open at the bottom: 100 % is 270 degrees. The children are shown inside. */
export function ProgressRing({
  percent,
  label,
  valueText,
  children,
}: {
  percent: number
  label: string
  /** Announced instead of the bare number. */
  valueText?: string
  children?: ReactNode
}) {
  return (
    <div
      className={styles.ring}
      role="progressbar"
      aria-label={label}
      aria-valuenow={Math.round(percent)}
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuetext={valueText}
    >
      <svg viewBox="0 0 100 100" aria-hidden="true" focusable="false">
        <g transform="rotate(135 50 50)">
          <circle className={styles.track} cx="50" cy="50" r={radius} strokeDasharray={arc(ringDegrees(100))} />
          {percent > 0 && (
            <circle
              className={styles.fill}
              cx="50"
              cy="50"
              r={radius}
              strokeDasharray={arc(ringDegrees(percent))}
              data-degrees={ringDegrees(percent)}
            />
          )}
        </g>
      </svg>
      <div className={styles.inside}>{children}</div>
    </div>
  )
}
