import { type RefObject, useEffect, useEffectEvent } from 'react'
import { isEnter } from '../../../lib/typing/is-enter.ts'

/** Pixels. A swipe from the edge of the screen belongs to the browser. */
const [shortestSwipe, edge] = [60, 24]

type Place = { x: number; y: number }

const placeOf = (touches: TouchList): Place | null => {
  const touch = touches.item(0)
  return touch && { x: touch.clientX, y: touch.clientY }
}

const isWithinEdges = ({ x }: Place): boolean => x > edge && x < window.innerWidth - edge

/** 1 to the right, -1 to the left, 0 for anything else. */
const directionOf = (from: Place, to: Place): number => {
  const [along, across] = [to.x - from.x, Math.abs(to.y - from.y)]
  return Math.abs(along) < shortestSwipe || Math.abs(along) < 2 * across ? 0 : Math.sign(along)
}

const isElsewhere = ({ target, ctrlKey, metaKey, altKey, repeat }: KeyboardEvent): boolean =>
  ctrlKey ||
  metaKey ||
  altKey ||
  repeat ||
  document.querySelector('dialog[open]') !== null ||
  (target instanceof Element && target.closest('textarea, select') !== null)

/** Enter on a control is the control's own. */
const isFree = ({ target }: KeyboardEvent): boolean =>
  !(target instanceof Element) || target.closest('a, button, summary') === null

type QuizMovesProps = { frame: RefObject<HTMLElement | null>; onForward: () => void; onBack: () => void }

const optionGroup = '[role=group]'

/** A key with a letter or a number on it must not act by chance, or by what somebody says to a computer (WCAG 2.1.4). */
const isInOptions = ({ target }: KeyboardEvent): boolean =>
  target instanceof Element && target.closest(optionGroup) !== null

/**
 * With the focus on an option, the keys 1 to 9 press the option at that place within the frame. Enter goes forward. A swipe to
 * the left goes forward, one to the right goes back. Loaded later than the step, which works without it.
 */
export function QuizMoves({ frame, onForward, onBack }: QuizMovesProps) {
  const press = useEffectEvent((event: KeyboardEvent): void => {
    if (isElsewhere(event)) return
    if (isEnter(event) && isFree(event)) onForward()
    if (/^[1-9]$/.test(event.key) && isInOptions(event)) optionAt(frame.current, Number(event.key) - 1)?.click()
  })
  const swipe = useEffectEvent((direction: number): void => {
    if (direction < 0) onForward()
    if (direction > 0) onBack()
  })
  useEffect(() => {
    const element = frame.current
    let from: Place | null = null
    const listen = (event: KeyboardEvent): void => press(event)
    const begin = ({ touches }: TouchEvent): void => {
      const place = placeOf(touches)
      from = touches.length === 1 && place && isWithinEdges(place) ? place : null
    }
    const end = ({ changedTouches }: TouchEvent): void => {
      const to = placeOf(changedTouches)
      if (from && to) swipe(directionOf(from, to))
      from = null
    }
    document.addEventListener('keydown', listen)
    element?.addEventListener('touchstart', begin, { passive: true })
    element?.addEventListener('touchend', end)
    return () => {
      document.removeEventListener('keydown', listen)
      element?.removeEventListener('touchstart', begin)
      element?.removeEventListener('touchend', end)
    }
  }, [frame])
  return null
}

const optionAt = (frame: HTMLElement | null, index: number): HTMLElement | null =>
  frame?.querySelectorAll<HTMLElement>(`${optionGroup} :is(button, input)`).item(index) ?? null
