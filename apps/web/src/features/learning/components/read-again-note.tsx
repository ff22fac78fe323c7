import { useTranslations } from 'use-intl'
import { ButtonLink } from '../../../components/button.tsx'
import { Icon } from '../../../components/icon.tsx'
import { classNames } from '../../../lib/class-names.ts'
import { paths } from '../../../lib/paths.ts'
import styles from './read-again-note.module.css'

/** Stays in view over a lesson that went by too fast to count: that reading it repairs this, and when it has. */
export const ReadAgainNote = ({ state, courseId }: { state: 'reading' | 'counted'; courseId: string }) => {
  const t = useTranslations('lesson')
  return (
    <div className={classNames(styles.note, state === 'counted' && styles.counted)}>
      <p className={styles.text} role="status">
        <Icon name={state === 'counted' ? 'check' : 'clock'} />
        {t(state === 'counted' ? 'readAgainCounted' : 'readAgain')}
      </p>
      {state === 'counted' && (
        <ButtonLink variant="secondary" to={paths.takeCertificate(courseId)}>
          {t('toCertificate')}
        </ButtonLink>
      )}
    </div>
  )
}
