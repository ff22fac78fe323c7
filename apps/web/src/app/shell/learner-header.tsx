import { useQuery } from '@tanstack/react-query'
import { streakQuery } from '../../lib/queries.ts'
import { MainHeader } from './main-header.tsx'

/** The main header with the learner's own streak: a placeholder while it is asked for, nothing where it cannot be had. */
export const LearnerHeader = () => {
  const { data, isPending } = useQuery(streakQuery)
  return <MainHeader streakCount={isPending ? 'loading' : (data?.current ?? null)} />
}
