import { QueryClientProvider } from '@tanstack/react-query'
import { useState } from 'react'
import { learnerQuery } from '../lib/queries.ts'
import { createQueryClient } from '../lib/query-client.ts'
import { useSession } from '../lib/session/session.ts'
import { LearnerGate } from './learner-gate.tsx'

const createSessionClient = () => {
  const client = createQueryClient()
  const { learner } = useSession.getState()
  if (learner !== null) client.setQueryData(learnerQuery.queryKey, learner)
  return client
}

/** The part of the app for one session. Its data live and end with it, so nobody sees what another learner read. */
export const SignedIn = () => {
  const [client] = useState(createSessionClient)
  return (
    <QueryClientProvider client={client}>
      <LearnerGate />
    </QueryClientProvider>
  )
}
