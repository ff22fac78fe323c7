import { mayDo, roles } from '@kitewise/contract/desk'
import { Component, type PropsWithChildren } from 'react'
import { Link, Redirect } from 'wouter'
import { Empty, Failure, Page } from '../components/page.tsx'
import { useMe } from '../lib/use-me.ts'
import { type Section, sections } from '../sections/sections.ts'

/** Leads to the first section that the role may see. */
export function HomePage() {
  const { data: me } = useMe()
  const first = sections.find(({ title, permission }) => title !== null && me && mayDo(me.role, permission))
  return first ? <Redirect href={`/${first.path}`} replace /> : <Page title="Desk">{null}</Page>
}

/** A section's page, or why this role doesn't see it: then nothing is asked of the server. */
export function SectionPage({ permission, Component }: Section) {
  const { data: me } = useMe()
  if (!me || mayDo(me.role, permission)) return <Component />
  const allowed = roles.filter((role) => mayDo(role, permission))
  return (
    <Page title="Not for your role">
      <Empty>
        This page is for the {allowed.length === 1 ? 'role' : 'roles'} {allowed.join(', ')}. Yours is {me.role}. If you
        need this page, ask an owner, who can change your role under Staff. <Link href="/">Back to the desk</Link>
      </Empty>
    </Page>
  )
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
    return failure === null ? (
      <>{this.props.children}</>
    ) : (
      <Failure message={failure} onRetry={() => location.reload()} />
    )
  }
}
