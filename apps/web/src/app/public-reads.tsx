import { QueryClientProvider } from '@tanstack/react-query'
import { type PropsWithChildren, useState } from 'react'
import { createPublicQueryClient } from '../lib/query-client.ts'
import { readShapes } from './shell/read-shapes.tsx'
import { ShapesContext } from './shell/screen.tsx'

export function PublicReads({ children }: PropsWithChildren) {
  const [client] = useState(createPublicQueryClient)
  return (
    <QueryClientProvider client={client}>
      <ShapesContext value={readShapes}>{children}</ShapesContext>
    </QueryClientProvider>
  )
}
