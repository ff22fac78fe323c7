import { useQuery } from '@tanstack/react-query'
import type { FormEvent } from 'react'
import { Link, useSearchParams } from 'wouter'
import { TextInput } from '../../components/text-box.tsx'
import layout from '../../components/layout.module.css'
import { Empty, Failure, Loading, Page } from '../../components/page.tsx'
import { call, sentenceOf, textIn } from '../../lib/call.ts'
import { formatMoment } from '../../lib/format.ts'

/** Finds a person by what they have told us. */
export function PeoplePage() {
  const [params, setParams] = useSearchParams()
  const search = params.get('search') ?? ''
  const found = useQuery({
    queryKey: ['findPeople', search],
    queryFn: () => call('findPeople', { query: { search } }),
    enabled: search.length >= 3,
    // What was found a moment ago may be erased, and who wasn't found may have registered.
    staleTime: 0,
    gcTime: 0,
  })
  const submit = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault()
    const wanted = textIn(new FormData(event.currentTarget), 'search').trim()
    if (wanted === search) void found.refetch()
    else setParams({ search: wanted })
  }
  return (
    <Page title="People">
      <form className={layout.cluster} role="search" onSubmit={submit}>
        <label className={`${layout.field} ${layout.grow}`}>
          Email, ID, or the provider’s ID
          <TextInput
            key={search}
            name="search"
            type="search"
            defaultValue={search}
            required
            minLength={3}
            limit={254}
          />
          <small>The whole address: parts of it aren’t searched.</small>
        </label>
        <button type="submit" className={`${layout.button} ${layout.primary}`}>
          Find
        </button>
      </form>
      {found.error ? <Failure message={sentenceOf(found.error)} onRetry={() => void found.refetch()} /> : null}
      {found.isFetching ? <Loading /> : null}
      {found.data?.length === 0 ? <Empty>Nobody has this address or ID. Erased accounts can’t be found.</Empty> : null}
      <ul className={layout.stack}>
        {found.data?.map(({ id, email, createdAt, deletedAt }) => (
          <li key={id} className={layout.card}>
            <Link href={`/people/${id}`}>{email}</Link>
            <span className={layout.soft}>
              since {formatMoment(createdAt)} {deletedAt === null ? '' : `· deleted ${formatMoment(deletedAt)}`}
            </span>
          </li>
        ))}
      </ul>
    </Page>
  )
}
