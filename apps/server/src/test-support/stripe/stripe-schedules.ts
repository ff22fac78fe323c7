import { type Form, textAt } from './parse-form.ts'
import type { StripeBooks } from './stripe-books.ts'
import { stripeId, type StripeSchedule, type StripeSubscription } from './stripe-objects.ts'

type Answer = { schedule: StripeSchedule } | { invalid: string } | { missing: string }

/** Subscription schedules: what a subscription becomes when its period ends. */
export function answerSchedule(
  books: StripeBooks,
  method: string,
  { id, action, form }: { id: string; action: string; form: Form },
): Answer {
  if (method === 'POST' && id === '') return beginSchedule(books, textAt(form, 'from_subscription') ?? '')
  const schedule = books.schedules.get(id)
  if (!schedule) return { missing: id }
  if (method === 'GET') return { schedule }
  if (schedule.status !== 'active') return { invalid: `You cannot update a schedule that is ${schedule.status}.` }
  if (action === 'release') release(books, schedule)
  else update(books, schedule, form)
  return { schedule }
}

const beginSchedule = (books: StripeBooks, subscriptionId: string): Answer => {
  const subscription = books.subscriptions.get(subscriptionId)
  const item = subscription?.items.data[0]
  if (!subscription || !item) return { missing: subscriptionId }
  if (subscription.schedule !== null)
    return { invalid: 'You cannot migrate a subscription that is already attached to a schedule.' }
  const place = { start_date: item.current_period_start, end_date: item.current_period_end }
  const { automatic_tax } = subscription
  const discounts = subscription.discounts.map(({ id }) => ({ discount: id }))
  const schedule: StripeSchedule = {
    id: stripeId('sub_sched'),
    object: 'subscription_schedule',
    status: 'active',
    subscription: subscriptionId,
    current_phase: place,
    phases: [{ ...place, items: [{ price: item.price.id, quantity: 1 }], discounts, automatic_tax }],
    end_behavior: 'release',
    default_settings: { default_payment_method: subscription.default_payment_method },
    released_at: null,
    livemode: false,
  }
  books.schedules.set(schedule.id, schedule)
  subscription.schedule = schedule.id
  return { schedule }
}

const partsOf = (part: string | Form | undefined): Form[] =>
  typeof part === 'object' ? Object.values(part).filter((one) => typeof one === 'object') : []

const update = (books: StripeBooks, schedule: StripeSchedule, form: Form): void => {
  const card = textAt(form, 'default_settings', 'default_payment_method')
  if (card !== null) schedule.default_settings.default_payment_method = card
  const phases = partsOf(form.phases)
  if (phases.length > 0) {
    let before = schedule.current_phase?.start_date ?? 0
    schedule.phases = phases.map((phase) => {
      const start = Number(textAt(phase, 'start_date') ?? before)
      const end = Number(textAt(phase, 'end_date') ?? start + 7 * 86_400)
      before = end
      return {
        automatic_tax: { enabled: textAt(phase, 'automatic_tax', 'enabled') === 'true' },
        start_date: start,
        end_date: end,
        items: [{ price: textAt(phase, 'items', '0', 'price') ?? '', quantity: 1 }],
        discounts: partsOf(phase.discounts).map((discount) => ({ discount: textAt(discount, 'discount') ?? '' })),
      }
    })
  }
  const subscription = books.subscriptions.get(schedule.subscription ?? '')
  if (subscription) books.emit('customer.subscription.updated', subscription)
}

const release = (books: StripeBooks, schedule: StripeSchedule): void => {
  const subscription = books.subscriptions.get(schedule.subscription ?? '')
  schedule.status = 'released'
  schedule.released_at = books.now()
  schedule.subscription = null
  if (!subscription) return
  subscription.schedule = null
  books.emit('customer.subscription.updated', subscription)
}

/** The next phase begins with the period; the last one releases the subscription at its end. */
export function enterPhase(
  books: Pick<StripeBooks, 'prices' | 'schedules' | 'now'>,
  subscription: StripeSubscription,
): void {
  const schedule = books.schedules.get(subscription.schedule ?? '')
  const [item] = subscription.items.data
  if (!schedule || !item) return
  const phase = schedule.phases.find(({ start_date: start }) => start >= item.current_period_end)
  const price = books.prices.get(phase?.items[0]?.price ?? '')
  if (!phase || !price) {
    schedule.status = 'released'
    schedule.released_at = books.now()
    subscription.schedule = null
    return
  }
  item.price = price
  subscription.automatic_tax = phase.automatic_tax
  schedule.current_phase = { start_date: phase.start_date, end_date: phase.end_date }
  subscription.default_payment_method = schedule.default_settings.default_payment_method
  const kept = new Set(phase.discounts.map(({ discount }) => discount))
  subscription.discounts = subscription.discounts.filter(({ id }) => kept.has(id))
}
