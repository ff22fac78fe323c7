import { type KeyboardEvent, type ReactNode, useEffect, useId, useLayoutEffect, useRef, useState } from 'react'
import { feel } from '../lib/feel.ts'
import { type DailyPeak, peakOfToday } from '../lib/peak-of-today.ts'
import { Stack } from './layout.tsx'
import styles from './peak.module.css'

/** Taps before this are meant for what was there before. Milliseconds. */
const deafMs = 400
/** The longest a daily peak may take after the first of its kind that day. Milliseconds. */
const laterPeakMs = 800

type PeakProps = {
  title: ReactNode
  /** The scene, which moves. Its CSS animations are skipped by a tap, and shortened as `inFullDaily` says. */
  picture: ReactNode
  /** One specific, true thing about what the learner did. */
  children?: ReactNode
  /** What leads to the next step. */
  action: ReactNode
  /** The color of the sky; `dusk` is for a level, `gold` for a course. */
  sky?: 'day' | 'dusk' | 'gold'
  /** A peak of this kind is in full once a day. Without a kind it is rare and always in full. */
  inFullDaily?: DailyPeak
}

/**
 * Takes the whole screen for a moment to remember. A tap, Escape, Enter or Space during the motion shows its end at
 * once; only `action` leaves, also during the motion. Without motion the end shows from the start.
 */
export function Peak({ title, picture, children, action, sky = 'day', inFullDaily }: PeakProps) {
  const scene = useRef<HTMLElement>(null)
  const heading = useRef<HTMLHeadingElement>(null)
  const titleId = useId()
  const { isMoving, isDeaf, skip } = usePeakMotion(scene, inFullDaily)
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

/** Follows the scene's animations; `skip` ends them, unless the peak has only just begun. */
export function usePeakMotion(scene: { readonly current: HTMLElement | null }, inFullDaily?: DailyPeak) {
  const [isMoving, setIsMoving] = useState(true)
  const startedAt = useRef(0)
  useLayoutEffect(() => {
    startedAt.current = performance.now()
  }, [])
  // Not a layout effect: the one of a dialog around the peak opens it later, and nothing moves before.
  useEffect(() => {
    feel('peak')
    const animations = animationsOf(scene.current)
    if (inFullDaily && !peakOfToday.take(inFullDaily)) hurry(animations)
    let isGone = false
    // An animation that was removed rejects; then there is nothing to wait for either.
    void Promise.allSettled(animations.map(({ finished }) => finished)).then(() => isGone || setIsMoving(false))
    return () => {
      isGone = true
    }
  }, [scene, inFullDaily])
  const isDeaf = (): boolean => performance.now() - startedAt.current < deafMs
  return {
    isMoving,
    isDeaf,
    skip: (): void => {
      if (isDeaf()) return
      for (const animation of animationsOf(scene.current)) animation.finish()
    },
  }
}

const endless = Number.POSITIVE_INFINITY

/** Endless animations, such as a kite that sways, are not part of the peak. */
const animationsOf = (scene: HTMLElement | null): Animation[] =>
  // Not every test environment has animations.
  (scene?.getAnimations?.({ subtree: true }) ?? []).filter((animation) => endOf(animation) !== endless)

const endOf = (animation: Animation): number => Number(animation.effect?.getComputedTiming().endTime ?? 0)

const hurry = (animations: Animation[]): void => {
  const longest = Math.max(0, ...animations.map(endOf))
  if (longest > laterPeakMs) for (const animation of animations) animation.updatePlaybackRate(longest / laterPeakMs)
}
