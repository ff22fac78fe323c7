import { z } from 'zod'
import * as entity from './entities.ts'
import { data, endpoint } from './endpoint.ts'

/** Signing in and out, who one is, and what the app asks before anything else. */
export const sessionEndpoints = {
  login: endpoint({
    method: 'POST',
    path: '/api/product-user/login',
    auth: 'public',
    limit: 'login',
    body: z.object({ email: z.string().max(254), pin: z.string().max(20) }),
    answer: z.object({
      jwt: z.string(),
      user: entity.user,
      restored: z.literal(true).optional(),
      needsPlan: z.literal(true).optional(),
    }),
    errors: ['invalid_credentials', 'check_mailbox'],
    summary:
      'Signs in with email and PIN. `restored` when that undid the deletion of the account, `needsPlan` when no subscription gives access.',
  }),
  logout: endpoint({
    method: 'POST',
    path: '/api/product-user/logout',
    answer: data(z.object({ loggedOut: z.literal(true) })),
    errors: ['unauthorized'],
    summary: 'Ends the session of the token that is sent.',
  }),
  me: endpoint({
    method: 'GET',
    path: '/api/product-user/me',
    answer: data(entity.user),
    errors: ['unauthorized'],
    summary: 'The signed-in user.',
  }),
  userSubscription: endpoint({
    method: 'GET',
    path: '/api/user-subscription',
    query: z.object({ email: z.union([z.string(), z.array(z.string())]).optional() }),
    answer: data(z.array(entity.subscription)),
    errors: ['unauthorized'],
    summary: "The signed-in user's subscriptions, newest first; empty for anybody else's address.",
  }),
  locales: endpoint({
    method: 'GET',
    path: '/api/i18n/locales',
    auth: 'public',
    answer: data(z.array(entity.locale)),
    summary: 'The languages of the interface, with their own names.',
  }),
}
