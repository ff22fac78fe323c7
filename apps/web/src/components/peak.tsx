import { type KeyboardEvent, type ReactNode, useEffect, useId, useRef } from 'react'
import type { PeakKind } from '../lib/peak-of-today.ts'
import { Stack } from './layout.tsx'
import styles from './peak.module.css'
import { usePeakMotion } from './use-peak-motion.ts'

type PeakProps = {
  title: ReactNode
  /** The scene, which moves. Its CSS animations are skipped by a tap, and shortened after the first of its kind that day. */
  picture: ReactNode
  /** One specific, true thing about what the learner did. */
  children?: ReactNode
  /** What leads to the next step. */
  action: ReactNode
  /** The color of the sky; `dusk` is for a level, `gold` for a course. */
  sky?: 'day' | 'dusk' | 'gold'
  /** Each kind is in full once a day. */
  kind: PeakKind
}

/**
 * Takes the whole screen for a moment to remember. A tap, Escape, Enter or Space during the motion shows its end at
 * once; only `action` leaves, also during the motion. Without motion the end shows from the start.
 */
export function Peak({ title, picture, children, action, sky = 'day', kind }: PeakProps) {
  const scene = useRef<HTMLElement>(null)
  const heading = useRef<HTMLHeadingElement>(null)
  const titleId = useId()
  const { isMoving, isDeaf, skip } = usePeakMotion(scene, kind)
  useEffect(() => heading.current?.focus(), [])
  const skipByKey = (event: KeyboardEvent): void => {
    if (!isMoving || !['Escape', 'Enter', ' '].includes(event.key)) return
    if (!isDeaf() && isOnAction(event.target)) return
    event.preventDefault()
    skip()
  }
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions, jsx-a11y/click-events-have-key-events -- a shortcut for impatient people: everything is reachable without it
    <section
      ref={scene}
      className={styles.peak}
      data-sky={sky}
      data-moving={isMoving || undefined}
      aria-labelledby={titleId}
      onClickCapture={(event) => {
        if (isDeaf() || (isMoving && !isOnAction(event.target))) {
          event.preventDefault()
          event.stopPropagation()
        }
        skip()
      }}
      onKeyDown={skipByKey}
    >
      <div className={styles.picture} aria-hidden="true">
        {picture}
      </div>
      <Stack gap={12} className={styles.words}>
        <h1 ref={heading} id={titleId} tabIndex={-1}>
          {title}
        </h1>
        {children}
      </Stack>
      <div className={styles.action}>{action}</div>
    </section>
  )
}

const isOnAction = (target: EventTarget): boolean => target instanceof Element && target.closest('a, button') !== null
