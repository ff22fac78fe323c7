import type { CertificateRequirements } from '@kitewise/contract/certificates'
import type { Course } from '@kitewise/contract/entities'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { useTranslations } from 'use-intl'
import { Link } from 'wouter'
import { Card } from '../../../components/card.tsx'
import { Icon } from '../../../components/icon.tsx'
import { useForeignLanguage } from '../../../lib/i18n/language.ts'
import { paths } from '../../../lib/paths.ts'
import styles from './certificate.module.css'

type MissingWorkProps = {
  course: Course
  requirements: CertificateRequirements
  /** The final task itself, to be done in place. */
  capstone: ReactNode
}

/** What a finished course still requires for its certificate: the final task, and lessons that were skimmed. */
export function MissingWork({ course, requirements, capstone }: MissingWorkProps) {
  const t = useTranslations('certificate')
  const { isPassed } = requirements.capstone
  const skimmed = skimmedLessons(course, requirements)
  const heading = useRef<HTMLHeadingElement>(null)
  const [wasPassed] = useState(isPassed)
  // The task is gone, and with it the button that had the focus.
  useEffect(() => {
    if (isPassed && !wasPassed) heading.current?.focus()
  }, [isPassed, wasPassed])
  return (
    <div className={styles.work}>
      <h2 ref={heading} tabIndex={-1} className={styles.title}>
        {t('lastThings', { things: !isPassed && skimmed.length > 0 ? 'two' : 'one' })}
      </h2>
      {!isPassed && (
        <section className={styles.thing}>
          <p>{t('capstoneText')}</p>
          {capstone}
        </section>
      )}
      {skimmed.length > 0 && (
        <section className={styles.thing}>
          <p>{t('skimmedText', { count: skimmed.length })}</p>
          <SkimmedLessons course={course} lessons={skimmed} />
        </section>
      )}
    </div>
  )
}

type Lessons = { id: string; title: string }[]

const skimmedLessons = ({ chapters = [] }: Course, requirements: CertificateRequirements): Lessons =>
  chapters.flatMap(({ lessons = [] }) => lessons).filter(({ id }) => requirements.skimmedLessons.includes(id))

const SkimmedLessons = ({ course, lessons }: { course: Course; lessons: Lessons }) => {
  const lang = useForeignLanguage(course.language)
  return (
    <Card padding="none">
      <ul className={styles.lessons}>
        {lessons.map(({ id, title }) => (
          <li key={id}>
            <Link className={styles.lesson} to={paths.lessonLearn(course.id, id)}>
              <span lang={lang}>{title}</span>
              <Icon name="chevronRight" />
            </Link>
          </li>
        ))}
      </ul>
    </Card>
  )
}
