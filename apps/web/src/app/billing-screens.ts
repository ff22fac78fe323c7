import { lazyScreen } from '../lib/lazy-screen.tsx'
import { patterns } from '../lib/paths.ts'

const screen = lazyScreen

/** From the offer to the result of paying. Anybody may open them. */
export const billingScreens = [
  {
    path: patterns.plans,
    Screen: screen(
      'plans',
      () => import('./routes/plans.tsx'),
      (m) => m.PlansPage,
      ['billing', 'account'],
    ),
  },
  {
    path: patterns.offer,
    Screen: screen(
      'offer',
      () => import('./routes/offer.tsx'),
      (m) => m.OfferPage,
      ['billing'],
    ),
  },
  {
    path: patterns.checkout,
    Screen: screen(
      'checkout',
      () => import('./routes/checkout.tsx'),
      (m) => m.CheckoutPage,
      ['billing'],
    ),
  },
  {
    path: patterns.checkoutCard,
    Screen: screen(
      'checkout-card',
      () => import('./routes/checkout-card.tsx'),
      (m) => m.CheckoutCardPage,
      ['billing'],
    ),
  },
  {
    path: patterns.subscriptionSuccess,
    Screen: screen(
      'subscription-success',
      () => import('./routes/subscription-result.tsx'),
      (m) => m.SubscriptionSuccessPage,
      ['billing'],
    ),
  },
  {
    path: patterns.subscriptionFailed,
    Screen: screen(
      'subscription-failed',
      () => import('./routes/subscription-result.tsx'),
      (m) => m.SubscriptionFailedPage,
      ['billing'],
    ),
  },
]
