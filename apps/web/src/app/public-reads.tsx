import { QueryClientProvider } from '@tanstack/react-query'
import { useState } from 'react'
import { Outlet } from 'react-router'
import { createPublicQueryClient } from '../lib/query-client.ts'

export function PublicReads() {
  const [client] = useState(createPublicQueryClient)
  return (
    <QueryClientProvider client={client}>
      <Outlet />
    </QueryClientProvider>
  )
}
