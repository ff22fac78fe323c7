import type { Course } from '@kitewise/contract/entities'
import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { Link } from 'wouter'
import { Badge } from '../../../components/badge.tsx'
import { ButtonLink } from '../../../components/button.tsx'
import { Icon, type IconName } from '../../../components/icon.tsx'
import { ErrorView } from '../../../components/message-view.tsx'
import { SkeletonScreen } from '../../../components/skeleton.tsx'
import { useErrorText } from '../../../lib/error-text.ts'
import { useForeignLanguage } from '../../../lib/i18n/language.ts'
import { paths } from '../../../lib/paths.ts'
import { useReadOnShow } from '../../../lib/read-on-show.ts'
import { readCoursesOnOffer } from '../api.ts'
import { Closing, LandingSection, questionNames, Questions, StartButton } from './landing-frame.tsx'
import styles from './landing.module.css'

type LandingProps = {
  /** A picture of the product. */
  picture: ReactNode
  prices: ReactNode
}

/** What the product is, from the promise to the questions, with one thing to do: the quiz. */
export function Landing({ picture, prices }: LandingProps) {
  const t = useTranslations('landing')
  return (
    <div className={styles.page}>
      <section className={styles.hero}>
        <div className={styles.promise}>
          <h1 className={styles.title}>{t('title')}</h1>
          <p className={styles.lead}>{t('description')}</p>
          <StartButton />
        </div>
        <div className={styles.picture}>{picture}</div>
      </section>
      <FiveMinutes />
      <CoursePath />
      <Proof />
      <Prices>{prices}</Prices>
      <Questions names={questionNames} />
      <Closing />
    </div>
  )
}

const steps = [
  { icon: 'courses', title: 'howRead', text: 'howReadText' },
  { icon: 'pencil', title: 'howTry', text: 'howTryText' },
  { icon: 'check', title: 'howSee', text: 'howSeeText' },
  { icon: 'boost', title: 'howKeep', text: 'howKeepText' },
] as const satisfies { icon: IconName; title: string; text: string }[]

const FiveMinutes = () => {
  const t = useTranslations('landing')
  return (
    <LandingSection title={t('howTitle')}>
      <ol className={styles.steps}>
        {steps.map(({ icon, title, text }) => (
          <li key={title} className={styles.step}>
            <span className={styles.knot}>
              <Icon name={icon} />
            </span>
            <h3 className={styles.stepTitle}>{t(title)}</h3>
            <p className={styles.soft}>{t(text)}</p>
          </li>
        ))}
      </ol>
    </LandingSection>
  )
}

/** All courses in order. Their number is in the title, so both wait for the answer. */
const CoursePath = () => {
  const t = useTranslations('landing')
  const errorText = useErrorText()
  const { data, error, isBusy, retry } = useReadOnShow(readCoursesOnOffer)
  if (data === undefined && error !== undefined)
    return <ErrorView message={errorText(error)} onRetry={retry} isRetrying={isBusy} />
  if (data === undefined)
    return (
      <SkeletonScreen>
        <div className={styles.waiting} />
      </SkeletonScreen>
    )
  const lessons = data.reduce((sum, { totalLessons }) => sum + totalLessons, 0)
  return (
    <LandingSection title={t('coursesTitle', { courses: data.length })} text={t('coursesText', { lessons })}>
      <ol className={styles.courses}>
        {data.map((course) => (
          <li key={course.id}>
            <CourseTile course={course} />
          </li>
        ))}
      </ol>
    </LandingSection>
  )
}

const CourseTile = ({ course }: { course: Course }) => {
  const lang = useForeignLanguage(course.language)
  return (
    <article className={styles.tile}>
      <img
        className={styles.tileCover}
        src={course.featuredImage?.formats.medium.url}
        alt=""
        width={640}
        height={400}
        loading="lazy"
      />
      <div className={styles.tileWords}>
        <h3 className={styles.tileTitle} lang={lang}>
          <Link className={styles.tileLink} to={paths.welcome(course.id)}>
            {course.title}
          </Link>
        </h3>
        <CourseSize course={course} />
      </div>
    </article>
  )
}

/** How long a course is, and whether it's in the reader's language. */
export function CourseSize({ course }: { course: Course }) {
  const t = useTranslations('landing')
  const isTranslated = course.translatedLessons === course.totalLessons
  return (
    <p className={styles.size}>
      <span>
        {t('lessons', { count: course.totalLessons })}
        <span aria-hidden="true"> · </span>
        <span>{t('minutes', { count: course.totalMinutes })}</span>
      </span>
      {!isTranslated && <Badge>{t('inEnglish')}</Badge>}
    </p>
  )
}

const proofs = [
  { icon: 'courses', text: 'proofLesson' },
  { icon: 'pencil', text: 'proofTask' },
  { icon: 'check', text: 'proofSource' },
  { icon: 'clock', text: 'proofDates' },
  { icon: 'lock', text: 'proofPrivacy' },
] as const satisfies { icon: IconName; text: string }[]

const Proof = () => {
  const t = useTranslations('landing')
  return (
    <LandingSection title={t('proofTitle')} text={t('proofText')} tone="kite">
      <ul className={styles.proofs}>
        {proofs.map(({ icon, text }) => (
          <li key={text} className={styles.proof}>
            <Icon name={icon} />
            <p>{t(text)}</p>
          </li>
        ))}
      </ul>
    </LandingSection>
  )
}

export function Prices({ children }: { children: ReactNode }) {
  const t = useTranslations('landing')
  return (
    <LandingSection title={t('pricesTitle')} text={t('pricesText')}>
      <div className={styles.prices}>
        {children}
        <ButtonLink variant="secondary" to={paths.plans}>
          {t('pricesMore')}
        </ButtonLink>
      </div>
    </LandingSection>
  )
}
