import { useTranslations } from 'use-intl'
import { Button, ButtonLink } from '../../../components/button.tsx'
import { Stack } from '../../../components/layout.tsx'
import { Peak } from '../../../components/peak.tsx'
import { useModal } from '../../../components/sheet.tsx'
import { useForeignLanguage } from '../../../lib/i18n/language.ts'
import { paths } from '../../../lib/paths.ts'
import { useWayToCertificate } from '../../../lib/use-way-to-certificate.ts'
import type { LessonMoment } from '../lesson-moment.ts'
import { CourseScene, LessonScene } from './lesson-peak-scene.tsx'
import styles from './lesson-peak.module.css'
import { TodaysBow } from './todays-bow.tsx'

type LessonPeakProps = { moment: LessonMoment; onClose: () => void }

const skies = { lesson: 'day', level: 'dusk', course: 'gold' } as const

/** A finished lesson, level or course, and what comes next. */
export function LessonPeak({ moment, onClose }: LessonPeakProps) {
  const t = useTranslations('lessonPeak')
  const modal = useModal(onClose)
  const lang = useForeignLanguage(moment.language)
  const { kind, title, takeaway, streak } = moment
  const heading = t(kind, { title })
  return (
    <dialog {...modal} className={styles.dialog} aria-label={heading}>
      <Peak
        title={heading}
        sky={skies[kind]}
        kind={kind}
        picture={kind === 'lesson' ? <LessonScene {...moment} /> : <CourseScene {...moment} />}
        action={<WhatNext moment={moment} onClose={onClose} />}
      >
        {takeaway !== null && (
          <p className={styles.takeaway} lang={lang}>
            {takeaway}
          </p>
        )}
        <Facts {...moment} />
        {streak && <TodaysBow {...streak} />}
      </Peak>
    </dialog>
  )
}

/** Only what is worth saying: a lesson without an answer has no line. */
const Facts = ({ kind, knots, answered, right }: LessonMoment) => {
  const t = useTranslations('lessonPeak')
  const done = knots.filter(({ isDone }) => isDone).length
  if (kind !== 'lesson') return <p className={styles.facts}>{t('knots', { done, total: knots.length })}</p>
  return answered > 0 ? <p className={styles.facts}>{t('practiced', { answered, right })}</p> : null
}

const WhatNext = ({ moment: { kind, courseId, next }, onClose }: LessonPeakProps) => {
  const t = useTranslations()
  return (
    <Stack gap={8}>
      {kind === 'course' && <ToCertificate courseId={courseId} onClose={onClose} />}
      {kind !== 'course' && next && (
        <ButtonLink to={paths.lessonStart(courseId, next.id)} onClick={onClose}>
          {t('course.startNext', { title: next.title })}
        </ButtonLink>
      )}
      <Button variant="quiet" onClick={onClose}>
        {t('lessonPeak.close')}
      </Button>
    </Stack>
  )
}

const ToCertificate = ({ courseId, onClose }: { courseId: string; onClose: () => void }) => {
  const t = useTranslations('course')
  const { to, isIssued } = useWayToCertificate(courseId)
  return (
    <ButtonLink to={to} onClick={onClose}>
      {t(isIssued ? 'seeCertificate' : 'getCertificate')}
    </ButtonLink>
  )
}
