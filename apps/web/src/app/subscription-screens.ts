import { lazyScreen } from '../lib/lazy-screen.tsx'
import { patterns } from '../lib/paths.ts'

/** What a learner manages about paying. For signed-in learners. */
export const subscriptionScreens = [
  {
    path: patterns.subscription,
    Screen: lazyScreen(
      'subscription',
      () => import('./routes/subscription.tsx'),
      (m) => m.SubscriptionPage,
      ['account'],
    ),
  },
  {
    path: patterns.withdrawal,
    Screen: lazyScreen(
      'withdrawal',
      () => import('./routes/withdrawal.tsx'),
      (m) => m.WithdrawalPage,
      ['account'],
    ),
  },
]
