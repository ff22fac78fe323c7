import { useEffect, useEffectEvent } from 'react'
import { useTranslations } from 'use-intl'
import { Icon } from '../../../components/icon.tsx'
import { KitePanels } from '../../../components/kite.tsx'
import { wantsStillness } from '../../../lib/preferences.ts'
import { useActionOnShow } from '../../../lib/use-action.ts'
import { askForPlan, saveProgress } from '../api.ts'
import styles from './processing-scene.module.css'

const steps = ['answers', 'readiness', 'course', 'pace'] as const

/** The kite's string unrolls while the plan is made, with the steps below. No animation with reduced motion. */
export function ProcessingScene() {
  const t = useTranslations('processing')
  return (
    <div className={styles.processing}>
      <svg className={styles.sky} viewBox="0 0 320 240" aria-hidden="true" focusable="false">
        <path className={styles.string} pathLength={1} d="M20 226C90 236 116 186 164 168S214 120 236 92" />
        <g className={styles.kite}>
          <g transform="rotate(20) scale(3) translate(-18 -24)">
            <KitePanels />
          </g>
        </g>
      </svg>
      <h1 className={styles.title}>{t('title')}</h1>
      <ul className={styles.steps}>
        {steps.map((step) => (
          <li key={step} className={styles.step}>
            <Icon name="check" />
            {t(step)}
          </li>
        ))}
      </ul>
    </div>
  )
}

/** As long as the kite's animation (see processing-scene.module.css). */
const showMs = 2_800
/** The screen may take 6 s (docs/product.md). */
const patienceMs = 5_500

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms))

const failAfter = async (ms: number): Promise<never> => {
  await pause(ms)
  throw new Error('The plan took too long.')
}

const makePlan = async (signal: AbortSignal): Promise<true> => {
  const shown = pause(wantsStillness() ? 0 : showMs)
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
