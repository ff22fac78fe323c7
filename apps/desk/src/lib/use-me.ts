import { useQuery } from '@tanstack/react-query'
import { call, type Data, RefusedError } from './call.ts'

export type Me = Data<'deskMe'>

/** The member of staff who is signed in; null if nobody is. */
export function useMe() {
  return useQuery({
    queryKey: ['deskMe'],
    queryFn: (): Promise<Me | null> =>
      call('deskMe').catch((error: unknown) => {
        if (error instanceof RefusedError && error.code === 'unauthorized') return null
        throw error
      }),
  })
}
