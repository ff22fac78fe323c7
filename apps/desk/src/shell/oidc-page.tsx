import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Link, Redirect } from 'wouter'
import { useSearch } from 'wouter/use-browser-location'
import layout from '../components/layout.module.css'
import { Loading } from '../components/page.tsx'
import { call, sentenceOf } from '../lib/call.ts'
import styles from './shell.module.css'

/** Leaves the desk for the identity provider, which leads back to the page below. */
export async function goToProvider(way: 'deskOidcSignIn' | 'deskOidcStepUp' | 'linkIdentity'): Promise<void> {
  const { url } = await call(way)
  location.assign(url)
}

/** Where the identity provider leads back to: hands its answer to the server, once. */
export function OidcPage() {
  const search = useSearch()
  const queries = useQueryClient()
  const answer = useQuery({
    queryKey: ['deskOidcReturn', search],
    queryFn: async () => {
      const { purpose } = await call('deskOidcReturn', { body: { query: search } })
      await queries.invalidateQueries({ queryKey: ['deskMe'] })
      return purpose
    },
    staleTime: Infinity,
    retry: false,
  })
  if (answer.data) return <Redirect to={answer.data === 'sign-in' ? '/' : '/account'} replace />
  return (
    <main className={styles.alone}>
      <h1>Desk</h1>
      {answer.error ? (
        <>
          <p className={layout.error} role="alert">
            {sentenceOf(answer.error)}
          </p>
          <Link to="/" className={layout.button}>
            Back to the desk
          </Link>
        </>
      ) : (
        <Loading />
      )}
    </main>
  )
}
