import { create } from 'zustand'
import { dropEarlyAnswers } from './early-answers.ts'
import { slowAfterMs } from './slow-after.ts'

/** What the screen waits for longer than it should. */
type Slow = {
  calls: number
  /** The one skeleton that says so: the first to become slow. */
  skeleton: string | null
}

export const useSlow = create<Slow>()(() => ({ calls: 0, skeleton: null }))

/** Makes each call that has no answer yet once more. */
const unanswered = new Set<() => Promise<void>>()

const countSlow = (change: number): void => useSlow.setState(({ calls }) => ({ calls: calls + change }))

/**
 * The first answer to a call that may be made again while it has none. A repeated call takes effect once (docs/product.md
 * R122). Rejects when every attempt has failed.
 */
export function firstAnswer<Answer>(ask: () => Promise<Answer>): Promise<Answer> {
  return new Promise((resolve, reject) => {
    let attempts = 0
    let isSlow = false
    const timer = setTimeout(() => {
      isSlow = true
      countSlow(1)
    }, slowAfterMs)
    const end = (): void => {
      clearTimeout(timer)
      if (unanswered.delete(start) && isSlow) countSlow(-1)
    }
    const start = async (): Promise<void> => {
      attempts += 1
      try {
        resolve(await ask())
      } catch (error) {
        attempts -= 1
        if (attempts > 0) return
        reject(error)
      }
      end()
    }
    unanswered.add(start)
    void start()
  })
}

/** Makes every call without an answer once more. @returns false if there is none */
export function askAgain(): boolean {
  // Later calls must not wait for what the document asked for either.
  dropEarlyAnswers()
  for (const call of unanswered) void call()
  return unanswered.size > 0
}
