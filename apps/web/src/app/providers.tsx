import type { ReactNode } from 'react'
import { Toaster } from '../components/toaster.tsx'
import { TextsProvider } from '../lib/i18n/texts.tsx'

/** What every screen may use. The data of a learner come with the session, see signed-in.tsx. */
export const Providers = ({ children }: { children: ReactNode }) => (
  <TextsProvider>
    {children}
    <Toaster />
  </TextsProvider>
)
