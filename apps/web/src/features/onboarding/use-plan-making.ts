import { useEffect, useEffectEvent } from 'react'
import { useActionOnShow } from '../../lib/use-action.ts'
import { askForPlan, saveProgress } from './api.ts'

/** As long as the kite's animation (see processing-scene.module.css). */
const showMs = 2_800
/** The screen may take 6 s (docs/product.md). */
const patienceMs = 5_500

const prefersStillness = (): boolean => window.matchMedia('(prefers-reduced-motion: reduce)').matches

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms))

const failAfter = async (ms: number): Promise<never> => {
  await pause(ms)
  throw new Error('The plan took too long.')
}

const makePlan = async (signal: AbortSignal): Promise<true> => {
  const shown = pause(prefersStillness() ? 0 : showMs)
  const made = saveProgress().then(() => askForPlan(signal))
  await Promise.race([made, failAfter(patienceMs)])
  await shown
  return true
}

/** Sends the answers and has the plan made. Settles within six seconds: with the plan, or with an error and `retry`. */
export function usePlanMaking(onMade: () => void) {
  const { data: isMade, error, isBusy, retry } = useActionOnShow(makePlan)
  const tell = useEffectEvent(onMade)
  useEffect(() => {
    if (isMade) tell()
  }, [isMade])
  return { error, isBusy, retry }
}
