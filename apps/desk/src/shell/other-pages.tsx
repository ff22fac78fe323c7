import { mayDo } from '@kitewise/contract/desk'
import { Component, type PropsWithChildren } from 'react'
import { Link, Redirect } from 'wouter'
import { Empty, Failure, Page } from '../components/page.tsx'
import { useMe } from '../lib/use-me.ts'
import { sections } from '../sections/sections.ts'

/** Leads to the first section that the role may see. */
export function HomePage() {
  const { data: me } = useMe()
  const first = sections.find(({ title, permission }) => title !== null && me && mayDo(me.role, permission))
  return first ? <Redirect href={`/${first.path}`} replace /> : <Page title="Desk">{null}</Page>
}

export function NotFoundPage() {
  return (
    <Page title="Not found">
      <Empty>
        There is no such page. <Link href="/">Back to the desk</Link>
      </Empty>
    </Page>
  )
}

type Broken = { failure: string | null }

/** Shows what went wrong. After a release, a chunk of the old one is gone; a reload loads the new one. */
export class PageFailure extends Component<PropsWithChildren, Broken> {
  override state: Broken = { failure: null }

  static getDerivedStateFromError(error: unknown): Broken {
    return { failure: error instanceof Error ? error.message : 'This page could not be shown.' }
  }

  override render() {
    const { failure } = this.state
    return failure === null ? this.props.children : <Failure message={failure} onRetry={() => location.reload()} />
  }
}
