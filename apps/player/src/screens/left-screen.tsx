import { useTranslations } from 'use-intl'
import { SteadyKite } from '../../../web/src/components/kite-moods.tsx'
import { ScreenTitle } from './screen-title.tsx'
import styles from './player.module.css'

/** After the session has ended. */
export function LeftScreen() {
  const t = useTranslations('player')
  return (
    <div className={styles.moment}>
      <SteadyKite />
      <ScreenTitle>{t('leftTitle')}</ScreenTitle>
      <p>{t('leftText')}</p>
    </div>
  )
}
