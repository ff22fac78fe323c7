import layout from '../../components/layout.module.css'
import { Empty } from '../../components/page.tsx'
import type { Data } from '../../lib/call.ts'
import { formatMoment, formatMoney } from '../../lib/format.ts'
import type { Act } from './person-dialogs.tsx'

type Plan = Data<'viewPerson'>['subscriptions'][number]

/** What a person pays or has paid for, newest first. */
export function Plans({ plans, onAct }: { plans: readonly Plan[]; onAct: ((act: Act) => void) | null }) {
  return (
    <section className={layout.card}>
      <h2>Plan</h2>
      {plans.length === 0 ? <Empty>Never had a plan.</Empty> : null}
      {plans.map((plan) => (
        <div key={plan.id} className={layout.stack}>
          <dl className={layout.facts}>
            <dt>Status</dt>
            <dd>
              <span className={layout.tag}>{plan.status.replaceAll('_', ' ')}</span>
              {plan.cancelAtPeriodEnd ? ' ends with its period' : ''}
            </dd>
            <dt>Price</dt>
            <dd>
              {plan.amount === 0 ? 'Granted' : `${formatMoney(plan.amount, plan.currency)} per ${periodOf(plan)}`}
            </dd>
            <dt>Period ends</dt>
            <dd>{formatMoment(plan.currentPeriodEnd)}</dd>
            {plan.pastDueSince === null ? null : (
              <>
                <dt>Unpaid since</dt>
                <dd>{formatMoment(plan.pastDueSince)}</dd>
              </>
            )}
            <dt>Paid with</dt>
            <dd>{plan.paymentMethod ?? '–'}</dd>
            <dt>ID</dt>
            <dd>
              <code>{plan.id}</code>
            </dd>
          </dl>
          {onAct && !hasEnded(plan) ? <PlanActions plan={plan} onAct={onAct} /> : null}
        </div>
      ))}
    </section>
  )
}

const periodOf = ({ interval, intervalCount }: Plan): string =>
  intervalCount === 1 ? interval : `${intervalCount} ${interval}s`

const hasEnded = ({ status }: Plan): boolean => status === 'canceled' || status === 'incomplete_expired'

function PlanActions({ plan, onAct }: { plan: Plan; onAct: (act: Act) => void }) {
  return (
    <div className={layout.cluster}>
      <button type="button" className={layout.button} onClick={() => onAct({ kind: 'cancel', plan })}>
        End the plan
      </button>
      {plan.cancelAtPeriodEnd && plan.amount > 0 ? (
        <button type="button" className={layout.button} onClick={() => onAct({ kind: 'resume', plan })}>
          Let it continue
        </button>
      ) : null}
    </div>
  )
}
