import { lazyScreen } from '../lib/lazy-screen.tsx'
import { patterns } from '../lib/paths.ts'

/** Open to anybody. Each text comes when its screen is opened. */
export const legalScreens = [
  {
    path: patterns.terms,
    Screen: lazyScreen(
      'legal',
      () => import('./routes/legal.tsx'),
      (m) => m.TermsPage,
      ['account'],
    ),
  },
  {
    path: patterns.privacy,
    Screen: lazyScreen(
      'legal',
      () => import('./routes/legal.tsx'),
      (m) => m.PrivacyPage,
      ['account'],
    ),
  },
  {
    path: patterns.subscriptionTerms,
    Screen: lazyScreen(
      'legal',
      () => import('./routes/legal.tsx'),
      (m) => m.SubscriptionTermsPage,
      ['account'],
    ),
  },
]
