import { useTranslations } from 'use-intl'
import { ButtonLink } from '../../../components/button.tsx'
import { Card } from '../../../components/card.tsx'
import { Icon } from '../../../components/icon.tsx'
import { paths } from '../../../lib/paths.ts'
import styles from './practice-card.module.css'

/** When every lesson is finished, today's practice is what there is to do. */
export const PracticeCard = () => {
  const t = useTranslations('dashboard')
  return (
    <Card className={styles.card}>
      <h2 className={styles.title}>{t('allDone')}</h2>
      <p className={styles.text}>{t('allDoneText')}</p>
      <ButtonLink to={paths.boost} icon={<Icon name="boost" />}>
        {t('practice')}
      </ButtonLink>
    </Card>
  )
}
