import { findSubscription } from './push-worker.ts'

/**
 * Ends notifications in this browser, for whoever signs out of it. The server hears of it from the push service when it next sends
 * something. What goes wrong here is told to nobody, since nobody could do anything about it.
 */
export const leavePush = async (): Promise<void> => {
  const subscription = await findSubscription().catch(() => null)
  await subscription?.unsubscribe().catch(() => false)
}
