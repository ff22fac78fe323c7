import { useTranslations } from 'use-intl'
import { Button, ButtonLink } from '../../../components/button.tsx'
import { Stack } from '../../../components/layout.tsx'
import { LiftingKite } from '../../../components/kite-moods.tsx'
import { Peak } from '../../../components/peak.tsx'
import { useModal } from '../../../components/sheet.tsx'
import type { NextStep } from '../choose-today.ts'
import styles from './welcome-back.module.css'

type WelcomeBackProps = { next: NextStep; finishedLessons: number; onClose: () => void }

/** After days away: what the learner still has, and one short thing to do. Never what was lost. */
export function WelcomeBack({ next, finishedLessons, onClose }: WelcomeBackProps) {
  const t = useTranslations('dashboard')
  const modal = useModal(onClose)
  return (
    <dialog {...modal} className={styles.dialog} aria-label={t('backTitle')}>
      <Peak
        kind="return"
        title={t('backTitle')}
        picture={
          <div className={styles.scene}>
            <LiftingKite />
          </div>
        }
        action={
          <Stack gap={8}>
            <ButtonLink to={next.path} onClick={onClose}>
              {t('backGoOn')}
            </ButtonLink>
            <Button variant="quiet" onClick={onClose}>
              {t('backLater')}
            </Button>
          </Stack>
        }
      >
        <p className={styles.kept}>{t('backKept', { count: finishedLessons })}</p>
        <p className={styles.next} lang={next.course.language}>
          {t('backNext', { lesson: next.lessonTitle, minutes: next.minutes })}
        </p>
      </Peak>
    </dialog>
  )
}
