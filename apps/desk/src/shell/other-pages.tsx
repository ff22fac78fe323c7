import { mayDo } from '@kitewise/contract/desk'
import { Link, Navigate, useRouteError } from 'react-router'
import { Empty, Failure, Page } from '../components/page.tsx'
import { useMe } from '../lib/use-me.ts'
import { sections } from '../sections/sections.ts'

/** Leads to the first section that the role may see. */
export function HomePage() {
  const { data: me } = useMe()
  const first = sections.find(({ title, permission }) => title !== null && me && mayDo(me.role, permission))
  return first ? <Navigate to={`/${first.path}`} replace /> : <Page title="Desk">{null}</Page>
}

export function NotFoundPage() {
  return (
    <Page title="Not found">
      <Empty>
        There is no such page. <Link to="/">Back to the desk</Link>
      </Empty>
    </Page>
  )
}

/** After a release, a chunk of the old one is gone; a reload loads the new one. */
export function RouteFailure() {
  const error = useRouteError()
  const message = error instanceof Error ? error.message : 'This page could not be shown.'
  return <Failure message={message} onRetry={() => location.reload()} />
}
