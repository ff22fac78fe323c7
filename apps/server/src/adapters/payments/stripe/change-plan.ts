import { Stripe } from 'stripe'
import { askStripe } from './ask-stripe.ts'
import { idOf } from './read-objects.ts'

/**
 * A price with another interval would be charged at once if the subscription's item were changed. A schedule changes it at the
 * period's end: one phase until then, one with the new price, after which the subscription goes on by itself.
 */
export async function changePlan(
  stripe: Stripe,
  { subscriptionId, priceId }: { subscriptionId: string; priceId: string | undefined },
): Promise<'changed' | 'refused'> {
  const subscription = await askStripe(() => stripe.subscriptions.retrieve(subscriptionId, { expand: ['schedule'] }))
  if (!subscription || priceId === undefined || !isRenewing(subscription)) return 'refused'
  if (subscription.items.data[0]?.price.id === priceId) {
    await releaseSchedule(stripe, subscription)
    return 'changed'
  }
  const price = await askStripe(() => stripe.prices.retrieve(priceId))
  if (!price?.active || !price.recurring || price.currency !== subscription.currency) return 'refused'
  const known = typeof subscription.schedule === 'string' ? null : subscription.schedule
  const schedule = known ?? (await beginSchedule(stripe, subscriptionId))
  const phases = phasesOf(subscription, schedule, { id: price.id, ...price.recurring })
  const change = { end_behavior: 'release', proration_behavior: 'none', phases } as const
  await askStripe(() => stripe.subscriptionSchedules.update(schedule.id, change))
  return 'changed'
}

const isRenewing = ({ status, cancel_at_period_end: isEnding }: Stripe.Subscription): boolean =>
  (status === 'active' || status === 'trialing') && !isEnding

const phasesOf = (
  subscription: Stripe.Subscription,
  schedule: Stripe.SubscriptionSchedule,
  next: { id: string } & Stripe.Price.Recurring,
): Stripe.SubscriptionScheduleUpdateParams.Phase[] => {
  const [item] = subscription.items.data
  if (!item) throw new Error(`Stripe's subscription ${subscription.id} has no item`)
  // A phase without them would lose the subscription's discounts.
  const discounts = subscription.discounts.map((discount) => ({ discount: idOf(discount) ?? '' }))
  const rules = {
    discounts,
    automatic_tax: { enabled: subscription.automatic_tax.enabled },
    proration_behavior: 'none',
  } as const
  const trialEnd = subscription.status === 'trialing' ? subscription.trial_end : null
  return [
    {
      items: [{ price: item.price.id, quantity: 1 }],
      start_date: schedule.current_phase?.start_date ?? item.current_period_start,
      end_date: item.current_period_end,
      ...(trialEnd !== null && { trial_end: trialEnd }),
      ...rules,
    },
    {
      items: [{ price: next.id, quantity: 1 }],
      duration: { interval: next.interval, interval_count: next.interval_count },
      ...rules,
    },
  ]
}

const beginSchedule = async (stripe: Stripe, subscriptionId: string): Promise<Stripe.SubscriptionSchedule> => {
  const schedule = await askStripe(() => stripe.subscriptionSchedules.create({ from_subscription: subscriptionId }))
  if (!schedule) throw new Error(`Stripe does not know the subscription ${subscriptionId}`)
  return schedule
}

/** The subscription stays as it is. Stripe refuses other changes of its end while it has a schedule. */
export async function releaseSchedule(stripe: Stripe, { schedule }: Stripe.Subscription): Promise<void> {
  const scheduleId = idOf(schedule)
  if (scheduleId === null) return
  try {
    await askStripe(() => stripe.subscriptionSchedules.release(scheduleId))
  } catch (error) {
    // Another call released it first.
    const now = await askStripe(() => stripe.subscriptionSchedules.retrieve(scheduleId))
    if (!(error instanceof Stripe.errors.StripeInvalidRequestError) || !now?.released_at) throw error
  }
}
