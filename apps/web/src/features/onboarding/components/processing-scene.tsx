import { useTranslations } from 'use-intl'
import { Icon } from '../../../components/icon.tsx'
import { KitePanels } from '../../../components/kite.tsx'
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
