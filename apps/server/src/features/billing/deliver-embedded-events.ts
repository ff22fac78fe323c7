import type { Context } from '../../context.ts'
import { receiveEvent } from './receive-event.ts'

/**
 * Hands the embedded provider's events to the same command that takes a real provider's from the webhook, signed as those are. One
 * that cannot be taken now stays and is delivered again.
 */
export const deliverEmbeddedEvents = async (context: Context): Promise<void> => {
  await context.payments.embedded?.deliverEvents(async (rawBytes, signature) => {
    try {
      return (await receiveEvent(context, rawBytes, signature)).ok
    } catch (error) {
      context.log.warn({ err: error }, 'an event of the embedded payment provider is not delivered yet')
      return false
    }
  })
}
