import { Component, createContext, type ReactNode, use, useEffect } from 'react'
import { useTranslations } from 'use-intl'
import { useLocation } from 'wouter'
import { ErrorView } from '../../components/message-view.tsx'
import { PageShape, TextShape } from '../../components/screen-shapes.tsx'
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

/** What stands in for the screens at an address while they load. As wide as two columns, unless they say otherwise. */
export type ScreenShape = { pattern: string; shape: ReactNode; width?: 'measure' | 'roomy' }

const legalShapes: readonly ScreenShape[] = [
  { pattern: patterns.terms, shape: <TextShape /> },
  { pattern: patterns.privacy, shape: <TextShape /> },
  { pattern: patterns.subscriptionTerms, shape: <TextShape /> },
]

/** The shapes of screens with server data come with the part of the app that reads them: see read-shapes.tsx. */
export const ShapesContext = createContext<readonly ScreenShape[]>([])

/** In the shape of the screen that is loading. */
export function ScreenSkeleton() {
  const t = useTranslations('common')
  const [pathname] = useLocation()
  const known = [...legalShapes, ...use(ShapesContext)].find(({ pattern }) => matchPath(pattern, pathname))
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
    if (error === undefined) return <>{this.props.children}</>
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
