import type { Context } from '../../context.ts'
import { ok, refuse, type Result } from '../../platform/result.ts'
import { findRegistration } from '../onboarding/find-registration.ts'
import { findBuyerOfUser } from './customer-queries.ts'
import type { Buyer } from './customer.ts'

/** Who asks for a checkout: the address of a registration token, else the learner of the session. */
export const findBuyer = async (
  { db }: Context,
  asking: { registrationToken: string | undefined; userId: string | null },
): Promise<Result<Buyer>> => {
  const { registrationToken, userId } = asking
  if (registrationToken !== undefined) {
    const registration = await findRegistration(db, registrationToken)
    return registration ? ok({ ...registration, userId: null }) : refuse('invalid_token')
  }
  const buyer = userId === null ? null : await findBuyerOfUser(db, userId)
  return buyer ? ok(buyer) : refuse('unauthorized')
}
