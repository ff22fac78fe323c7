import { QueryClientProvider } from '@tanstack/react-query'
import { useEffect, useState, type ReactNode } from 'react'
import { Toaster } from '../components/toaster.tsx'
import { TextsProvider } from '../lib/i18n/texts-provider.tsx'
import { clearWithSession, createQueryClient } from '../lib/query-client.ts'

/** What every screen may use: data, sentences, toasts. */
export const Providers = ({ children }: { children: ReactNode }) => {
  const [client] = useState(createQueryClient)
  useEffect(() => clearWithSession(client), [client])
  return (
    <QueryClientProvider client={client}>
      <TextsProvider>
        {children}
        <Toaster />
      </TextsProvider>
    </QueryClientProvider>
  )
}
