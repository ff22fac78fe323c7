import type { SalePlan } from '@kitewise/contract/billing-entities'
import { call } from '../../lib/api-client.ts'
import { registration } from '../../lib/registration.ts'
import { session } from '../../lib/session/session.ts'

/** Trials and prices depend on who asks: a learner buys as such, even with a registration in the tab. */
export async function readPlans(signal: AbortSignal): Promise<SalePlan[]> {
  const registrationToken = session.token() === '' ? registration.read()?.registrationToken : undefined
  return call('GET /api/plans', { signal, query: registrationToken === undefined ? {} : { registrationToken } })
}
