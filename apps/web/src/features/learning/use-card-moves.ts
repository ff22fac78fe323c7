import { type TouchEvent, useEffect, useEffectEvent, useRef } from 'react'
import { isEnter } from '../../lib/typing/is-enter.ts'

type CardMoves = { forward: () => void; back: () => void }

/** Elements with their own use of the keys and of a swipe. */
const ownControls = 'a, button, input, textarea, select, summary, dialog, [contenteditable], [role="region"][tabindex]'

const hasOwnUse = (target: EventTarget | null): boolean =>
  target instanceof Element && target.closest(ownControls) !== null

const swipePx = 56

/** A swipe, the arrow keys and Enter move between cards. @returns the touch handlers of the screen */
export function useCardMoves({ forward, back }: CardMoves) {
  const onKey = useEffectEvent((event: KeyboardEvent): void => {
    if (event.defaultPrevented || event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return
    if (hasOwnUse(event.target) || document.querySelector('dialog[open]')) return
    if (event.key === 'ArrowRight' || isEnter(event)) forward()
    if (event.key === 'ArrowLeft') back()
  })
  useEffect(() => {
    const listen = (event: KeyboardEvent): void => onKey(event)
    window.addEventListener('keydown', listen)
    return () => window.removeEventListener('keydown', listen)
  }, [])

  const start = useRef<{ x: number; y: number } | null>(null)
  return {
    onTouchStart: ({ touches, target }: TouchEvent): void => {
      const touch = touches[0]
      const isScroller = target instanceof Element && target.closest('dialog, [role="region"][tabindex]') !== null
      start.current = touch && touches.length === 1 && !isScroller ? { x: touch.clientX, y: touch.clientY } : null
    },
    onTouchEnd: ({ changedTouches }: TouchEvent): void => {
      const touch = changedTouches[0]
      if (!touch || !start.current) return
      const across = touch.clientX - start.current.x
      const down = touch.clientY - start.current.y
      start.current = null
      if (Math.abs(across) < swipePx || Math.abs(across) < 2 * Math.abs(down)) return
      if (across < 0) forward()
      else back()
    },
  }
}
