import type { Context } from '../../context.ts'
import { deliverEmbeddedEvents } from './deliver-embedded-events.ts'

/** Lets time pass at the embedded provider: trials end, renewals are charged or fail. Nothing with another provider. */
export const advanceEmbeddedPayments = async (context: Context): Promise<void> => {
  const { embedded } = context.payments
  if (!embedded) return
  await embedded.advance(context.clock())
  await deliverEmbeddedEvents(context)
}
