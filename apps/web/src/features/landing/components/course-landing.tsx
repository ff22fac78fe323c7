import type { Chapter, Course, Lesson } from '@kitewise/contract/entities'
import { type ReactNode, Suspense } from 'react'
import { useTranslations } from 'use-intl'
import { Link } from 'wouter'
import { ButtonLink } from '../../../components/button.tsx'
import { Icon } from '../../../components/icon.tsx'
import { ErrorView } from '../../../components/message-view.tsx'
import { SkeletonScreen } from '../../../components/skeleton.tsx'
import { useErrorText } from '../../../lib/error-text.ts'
import { useForeignLanguage } from '../../../lib/i18n/language.ts'
import { paths } from '../../../lib/paths.ts'
import { useReadOnShow } from '../../../lib/read-on-show.ts'
import { readFreeLesson } from '../api.ts'
import { CourseSize, Prices } from './landing.tsx'
import { Closing, LandingSection, Questions, StartButton } from './landing-frame.tsx'
import styles from './landing.module.css'

const tryId = 'first-lesson'

type CourseLandingProps = {
  course: Course
  /** Draws the cards of the first lesson; may suspend. */
  renderLesson: (lesson: Lesson) => ReactNode
  prices: ReactNode
}

/** A course for those who don't know the product: what it's for, its first lesson to try, prices and questions. */
export function CourseLanding({ course, renderLesson, prices }: CourseLandingProps) {
  const t = useTranslations('landing')
  const lang = useForeignLanguage(course.language)
  const { title, description, featuredImage, chapters = [], notThis } = course
  const firstLesson = chapters[0]?.lessons?.[0]
  return (
    <div className={styles.page}>
      <section className={styles.hero}>
        <div className={styles.promise}>
          <Link className={styles.crumb} to={paths.welcome(null)}>
            {t('allCourses')}
          </Link>
          <h1 className={styles.title} lang={lang}>
            {title}
          </h1>
          <CourseSize course={course} />
          <p className={styles.lead} lang={lang}>
            {description}
          </p>
          <StartButton />
          {firstLesson && (
            <ButtonLink variant="quiet" to={`${paths.welcome(course.id)}#${tryId}`} onClick={showLesson}>
              {t('readFirst')}
            </ButtonLink>
          )}
        </div>
        <img
          className={styles.heroCover}
          src={featuredImage?.formats.medium.url}
          alt={featuredImage?.alternativeText ?? ''}
          width={640}
          height={400}
        />
      </section>
      <LandingSection title={t('afterTitle')}>
        <div className={styles.chapters} lang={lang}>
          {chapters.map((chapter) => (
            <Outcomes key={chapter.id} chapter={chapter} />
          ))}
        </div>
        {notThis !== undefined && (
          <p className={styles.notThis}>
            <strong>{t('notThis')}</strong>
            <span lang={lang}>{notThis}</span>
          </p>
        )}
      </LandingSection>
      {firstLesson && (
        <LandingSection id={tryId} title={t('tryTitle')} text={t('tryText')} tone="kite">
          <FirstLesson id={firstLesson.id} renderLesson={renderLesson} />
        </LandingSection>
      )}
      <Prices>{prices}</Prices>
      <Questions names={['time', 'languages', 'trial', 'cancel', 'refund']} />
      <Closing />
    </div>
  )
}

/** The router changes the address without scrolling. */
const showLesson = (): void => document.getElementById(tryId)?.scrollIntoView()

const Outcomes = ({ chapter: { title, lessons } }: { chapter: Chapter }) => (
  <div className={styles.chapter}>
    <h3 className={styles.stepTitle}>{title}</h3>
    <ul className={styles.outcomes}>
      {lessons?.map(({ id, content }) => (
        <li key={id}>
          <Icon name="check" />
          <span>{content}</span>
        </li>
      ))}
    </ul>
  </div>
)

const FirstLesson = ({ id, renderLesson }: { id: string; renderLesson: (lesson: Lesson) => ReactNode }) => {
  const errorText = useErrorText()
  const { data, error, isBusy, retry } = useReadOnShow((signal) => readFreeLesson(id, signal))
  const waiting = (
    <SkeletonScreen>
      <div className={styles.waiting} />
    </SkeletonScreen>
  )
  if (error !== undefined) return <ErrorView message={errorText(error)} onRetry={retry} isRetrying={isBusy} />
  return <Suspense fallback={waiting}>{data ? renderLesson(data) : waiting}</Suspense>
}
