import { QueryClientProvider } from '@tanstack/react-query'
import { type PropsWithChildren, useState } from 'react'
import { createPublicQueryClient } from '../lib/query-client.ts'

export function PublicReads({ children }: PropsWithChildren) {
  const [client] = useState(createPublicQueryClient)
  return <QueryClientProvider client={client}>{children}</QueryClientProvider>
}
