import { useTranslations } from 'use-intl'
import { ButtonLink } from '../../../components/button.tsx'
import { KiteMark } from '../../../components/kite.tsx'
import { paths } from '../../../lib/paths.ts'
import styles from './finished-note.module.css'

/** The end of a lesson that is read again: there is nothing left to press but the way back. */
export const FinishedNote = ({ courseId }: { courseId: string }) => {
  const t = useTranslations('lesson')
  return (
    <aside className={styles.note}>
      <span className={styles.mark}>
        <KiteMark />
      </span>
      <p className={styles.title}>{t('finishedTitle')}</p>
      <p className={styles.text}>{t('finishedText')}</p>
      <ButtonLink variant="secondary" to={paths.course(courseId)}>
        {t('backToCourse')}
      </ButtonLink>
    </aside>
  )
}
