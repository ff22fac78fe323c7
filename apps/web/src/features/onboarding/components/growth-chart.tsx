import type { PersonalPlan } from '@kitewise/contract/onboarding-entities'
import type { CSSProperties } from 'react'
import { useFormatter, useTranslations } from 'use-intl'
import { Stack } from '../../../components/layout.tsx'
import { KitePanels } from '../../../components/kite.tsx'
import styles from './plan-view.module.css'

const [left, right, top, bottom] = [26, 280, 40, 128]
const ground = 150
/** A smaller climb than this many points isn't drawn steeper. */
const leastClimb = 12

/** Four weeks as a line that a kite climbs, scaled to the climb, and as a list of scores for screen readers. */
export function GrowthChart({ growth, minutes }: { growth: PersonalPlan['growth']; minutes: number }) {
  const t = useTranslations('plan')
  const format = useFormatter()
  const whenOf = (week: number): string => (week === 0 ? t('now') : t('week', { week }))
  const scores = growth.map(({ score }) => score)
  const lowest = Math.min(...scores)
  const climb = Math.max(...scores) - lowest
  const points = growth.map(({ week, score }, index) => ({
    week,
    score,
    x: left + (index * (right - left)) / Math.max(growth.length - 1, 1),
    y: bottom - ((score - lowest) / Math.max(climb, leastClimb)) * (bottom - top),
  }))
  const last = points.at(-1)
  const line = smoothPath(points)
  return (
    <Stack as="figure" gap={8}>
      <svg className={styles.chart} viewBox="0 0 320 184" aria-hidden="true" focusable="false">
        {last && <path className={styles.area} d={`${line}L${last.x} ${ground}L${left} ${ground}Z`} />}
        <path className={styles.ground} d={`M${left} ${ground}H${right}`} />
        <path className={styles.line} d={line} />
        {points.map(({ week, x, y }) => (
          <g key={week}>
            {week !== last?.week && <circle className={styles.knot} cx={x} cy={y} r="5" />}
            <text className={styles.week} x={x} y={ground + 22}>
              {whenOf(week)}
            </text>
          </g>
        ))}
        {last && (
          <>
            <g
              className={styles.climber}
              style={{ '--from': `${left - last.x}px, ${bottom - last.y}px` } as CSSProperties}
            >
              <g transform={`translate(${last.x} ${last.y}) rotate(20) scale(1.6) translate(-18 -24)`}>
                <KitePanels />
              </g>
            </g>
            <text className={styles.gain} x={last.x} y={last.y + 30}>
              {format.number(climb, { signDisplay: 'always' })}
            </text>
          </>
        )}
      </svg>
      <ul className="visually-hidden">
        {growth.map(({ week, score }) => (
          <li key={week}>{t('growthPoint', { when: whenOf(week), score })}</li>
        ))}
      </ul>
      <figcaption className={styles.note}>{t('growthNote', { minutes })}</figcaption>
    </Stack>
  )
}

type Point = { x: number; y: number }

const round = (value: number): number => Math.round(value * 10) / 10

/** Catmull-Rom: the slope at each point is that between its neighbors. x is evenly spaced. */
export function smoothPath(points: readonly Point[]): string {
  const slopeAt = (index: number): Point => {
    const before = points[Math.max(index - 1, 0)] ?? { x: 0, y: 0 }
    const after = points[Math.min(index + 1, points.length - 1)] ?? before
    return { x: (after.x - before.x) / 6, y: (after.y - before.y) / 6 }
  }
  return points
    .map((point, index) => {
      const from = points[index - 1]
      if (!from) return `M${round(point.x)} ${round(point.y)}`
      const [leave, arrive] = [slopeAt(index - 1), slopeAt(index)]
      const bends = [from.x + leave.x, from.y + leave.y, point.x - arrive.x, point.y - arrive.y, point.x, point.y]
      return `C${bends.map(round).join(' ')}`
    })
    .join('')
}
