import type { ReactNode } from 'react'
import styles from './kite-drawing.module.css'
import { KitePanels } from './kite.tsx'

/** A kite in the weather of the moment. Decorative: the words beside it say the same. */
export function KiteFrame({ children }: { children: ReactNode }) {
  return (
    <svg
      className={styles.drawing}
      viewBox="0 0 160 160"
      strokeWidth="2.5"
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
      focusable="false"
    >
      {children}
    </svg>
  )
}

type KiteProps = { x: number; y: number; turn: number; size: number }

/** The lower tip of the kite is at x, y. */
export function Kite({ x, y, turn, size }: KiteProps) {
  return (
    <g transform={`translate(${x} ${y}) rotate(${turn}) scale(${size}) translate(-18 -24)`}>
      <KitePanels />
    </g>
  )
}

type BowProps = { x: number; y: number; turn: number; color?: string }

export function Bow({ x, y, turn, color = 'var(--sun)' }: BowProps) {
  return (
    <path
      fill={color}
      transform={`translate(${x} ${y}) rotate(${turn})`}
      d="M0 0C-9-11-15-5-10 6zM0 0C9-11 15-5 10 6z"
    />
  )
}

export function Sky({ color = 'var(--kite-soft)' }: { color?: string }) {
  return <circle fill={color} cx="80" cy="82" r="68" />
}

/** The lower part of the sky's circle. */
export function Ground() {
  return <path fill="var(--track)" d="M14.3 116c18-9 36-12 60-8s48 6 71 2A68 68 0 0 1 14.3 116z" />
}

/** For a pause, no connection, or nothing yet: no wind. */
export function CalmKite() {
  return (
    <KiteFrame>
      <Sky />
      <path fill="var(--string)" d="M34 60a9 9 0 0 1 2-18 14 14 0 0 1 26 2 8 8 0 0 1-1 16z" />
      <Ground />
      <path fill="none" stroke="var(--control-line)" d="M94 120c-16 8-30 6-36 0s2-12 8-8 2 14-10 16-18-2-26 4" />
      <Bow x={76} y={125} turn={-6} />
      <Kite x={94} y={120} turn={52} size={3.2} />
    </KiteFrame>
  )
}

/** For something that failed: caught in a tree. */
export function TangledKite() {
  return (
    <KiteFrame>
      <Sky color="var(--tail-soft)" />
      <Ground />
      <path fill="none" stroke="var(--control-line)" strokeWidth="7" d="M108 126V70M108 96 90 80M108 84l16-14" />
      <path fill="var(--good)" d="M84 80a19 19 0 0 1-4-36 26 26 0 0 1 50-8 22 22 0 0 1 5 42z" />
      <path
        fill="none"
        stroke="var(--control-line)"
        d="M114 64c16 0 8-26-10-18s-2 24 6 10-20-24-33-9c-8 30-26 22-24 40s-14 18-22 36"
      />
      <Kite x={77} y={47} turn={148} size={2.7} />
      <Bow x={54} y={80} turn={64} />
    </KiteFrame>
  )
}

/** For what is over or out of reach. */
export function NightKite() {
  return (
    <KiteFrame>
      <Sky color="var(--night)" />
      <path fill="var(--sun)" d="M52 30a20 20 0 1 0 20 29 17 17 0 0 1-20-29z" />
      <path fill="none" stroke="var(--sun)" d="M110 36v8M106 40h8M34 96v6M31 99h6M124 92v6M121 95h6M88 24v4M86 26h4" />
      <path fill="none" stroke="var(--control-line)" d="M92 108c-10 8-4 20-16 26-8 4-16 2-22 8" />
      <Bow x={78} y={132} turn={-26} />
      <Kite x={92} y={108} turn={12} size={2.7} />
    </KiteFrame>
  )
}
