import { Component, type ReactNode } from 'react'
import { useLocation } from 'react-router'
import { useTranslations } from 'use-intl'
import { ErrorView } from '../../components/error-view.tsx'
import { ChunkLoadError } from '../../lib/chunk-loading.ts'
import { paths } from '../../lib/paths.ts'
import { Screen } from './screen.tsx'

type BoundaryProps = { address: string; children: ReactNode }

type BoundaryState = { error: unknown; address: string }

class ChunkBoundary extends Component<BoundaryProps, BoundaryState> {
  override state: BoundaryState = { error: undefined, address: this.props.address }

  static getDerivedStateFromError(error: unknown) {
    return { error }
  }

  /** Going somewhere else leaves the error behind. */
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

/** A screen whose script did not come says so and leaves the bars in place; every other error goes to the root. */
export const ScreenErrorBoundary = ({ children }: { children: ReactNode }) => {
  const { key } = useLocation()
  return <ChunkBoundary address={key}>{children}</ChunkBoundary>
}
