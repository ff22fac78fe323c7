import { Component, type ReactNode, useEffect } from 'react'
import { useTranslations } from 'use-intl'
import { useLocation } from 'wouter'
import { ErrorView } from '../../components/message-view.tsx'
import {
  BoostShape,
  CardsShape,
  ChoicesShape,
  CourseListShape,
  CoursesShape,
  FormShape,
  LessonShape,
  MonthShape,
  PageShape,
  PathShape,
  ProfileShape,
  SubscriptionShape,
  TextShape,
  TodayShape,
} from '../../components/screen-shapes.tsx'
import { leaveStaleEntry } from '../../lib/app-history.ts'
import { brand } from '../../lib/brand.ts'
import { ChunkLoadError } from '../../lib/chunk-loading.ts'
import { classNames } from '../../lib/class-names.ts'
import { paths, patterns } from '../../lib/paths.ts'
import styles from './screen.module.css'
import { matchPath, useHistory } from '../../lib/router.tsx'

type ScreenProps = {
  /** Names the browser's tab. The visible h1 is the page's own. */
  title: string
  header?: ReactNode
  /** `column` (480 px) for most, `measure` (680 px) for lessons and long reading, `wide` for lists of cards on a laptop, `roomy` for two columns from a tablet on. */
  width?: 'column' | 'measure' | 'wide' | 'roomy'
  /** A skeleton in place of a screen that is still loading. */
  isStandIn?: boolean
  children: ReactNode
}

export function Screen({ title, header, width = 'column', isStandIn = false, children }: ScreenProps) {
  usePageTitle(title)
  useEffect(() => {
    if (!isStandIn) leaveStaleEntry()
  }, [isStandIn])
  return (
    <>
      {header}
      <main id="content" tabIndex={-1} className={classNames(styles.main, styles[width], !header && styles.bare)}>
        {children}
      </main>
    </>
  )
}

/** As wide as two columns, unless they say otherwise. */
const shapes: { pattern: string; shape: ReactNode; width?: 'measure' | 'roomy' }[] = [
  { pattern: patterns.dashboard, shape: <TodayShape /> },
  { pattern: patterns.courses, shape: <CoursesShape /> },
  { pattern: patterns.recommendedCourses, shape: <CourseListShape /> },
  { pattern: patterns.forWork, shape: <FormShape /> },
  { pattern: patterns.course, shape: <PathShape />, width: 'roomy' },
  { pattern: patterns.lessonStart, shape: <LessonShape />, width: 'measure' },
  { pattern: patterns.lessonLearn, shape: <LessonShape />, width: 'measure' },
  { pattern: patterns.profile, shape: <ProfileShape /> },
  { pattern: patterns.subscription, shape: <SubscriptionShape /> },
  { pattern: patterns.reminders, shape: <FormShape /> },
  { pattern: patterns.feedback, shape: <FormShape /> },
  { pattern: patterns.support, shape: <FormShape /> },
  { pattern: patterns.changeEmail, shape: <FormShape /> },
  { pattern: patterns.withdrawal, shape: <FormShape /> },
  { pattern: patterns.language, shape: <ChoicesShape /> },
  { pattern: patterns.deleteAccount, shape: <CardsShape /> },
  { pattern: patterns.portfolio, shape: <FormShape /> },
  { pattern: patterns.boost, shape: <BoostShape /> },
  { pattern: patterns.monthPlan, shape: <MonthShape /> },
  { pattern: patterns.terms, shape: <TextShape /> },
  { pattern: patterns.privacy, shape: <TextShape /> },
  { pattern: patterns.subscriptionTerms, shape: <TextShape /> },
]

/** In the shape of the screen that is loading. */
export function ScreenSkeleton() {
  const t = useTranslations('common')
  const [pathname] = useLocation()
  const known = shapes.find(({ pattern }) => matchPath(pattern, pathname))
  return (
    <Screen title={t('loading')} width={known ? (known.width ?? 'wide') : 'column'} isStandIn>
      {known?.shape ?? <PageShape />}
    </Screen>
  )
}

type BoundaryProps = { address: string; children: ReactNode }

type BoundaryState = { error: unknown; address: string }

class ChunkBoundary extends Component<BoundaryProps, BoundaryState> {
  override state: BoundaryState = { error: undefined, address: this.props.address }

  static getDerivedStateFromError(error: unknown) {
    return { error }
  }

  /** Navigating away clears the error. */
  static getDerivedStateFromProps({ address }: BoundaryProps, state: BoundaryState) {
    return address === state.address ? null : { address, error: undefined }
  }

  override render() {
    const { error } = this.state
    if (error === undefined) return this.props.children
    if (error instanceof ChunkLoadError) return <ChunkError error={error} />
    throw error
  }
}

const ChunkError = ({ error }: { error: ChunkLoadError }) => {
  const t = useTranslations()
  return (
    <Screen title={t('errors.chunkTitle')}>
      <ErrorView
        headingLevel="h1"
        title={t('errors.chunkTitle')}
        message={`${t('errors.chunkText')} ${error.message}`}
        onRetry={() => location.reload()}
        wayOut={{ label: t('common.goHome'), to: paths.home }}
      />
    </Screen>
  )
}

/** A screen whose script failed to load says so and keeps the bars in place; every other error goes to the root. */
export function ScreenErrorBoundary({ children }: { children: ReactNode }) {
  const { key } = useHistory().location
  return <ChunkBoundary address={key}>{children}</ChunkBoundary>
}

const usePageTitle = (title: string): void => {
  const t = useTranslations('common')
  const full = t('pageTitle', { ...brand, title })
  // While pages are drawn for the build, no effect runs.
  if (import.meta.env.SSR) showTitle(full)
  useEffect(() => showTitle(full), [full])
}

const showTitle = (title: string): void => {
  document.title = title
}
