import { mayDo, type Role } from '@kitewise/contract/desk'
import layout from '../../components/layout.module.css'
import { Empty } from '../../components/page.tsx'
import type { Data } from '../../lib/call.ts'
import { formatMoment, formatMoney, planName } from '../../lib/format.ts'
import { ChangePlan } from './change-plan.tsx'
import type { Act } from './person-dialogs.tsx'

type Plan = Data<'viewPerson'>['subscriptions'][number]

type Parts = { userId: string; plans: readonly Plan[]; role: Role; onAct: ((act: Act) => void) | null }

/** What a person pays or has paid for, newest first. */
export function Plans({ userId, plans, role, onAct }: Parts) {
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
              {plan.organization !== null
                ? `Seat at ${plan.organization}`
                : plan.amount === 0
                  ? 'Granted'
                  : `${formatMoney(plan.amount, plan.currency)} per ${periodOf(plan)}`}
            </dd>
            {plan.nextPlan === null ? null : (
              <>
                <dt>Changes to</dt>
                <dd>
                  {planName(plan.nextPlan.plan ?? '')}, {formatMoney(plan.nextPlan.amount, plan.currency)} per{' '}
                  {periodOf(plan.nextPlan)}, with the next payment
                </dd>
              </>
            )}
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
          {hasEnded(plan) || plan.organization !== null ? null : (
            <div className={layout.cluster}>
              {plan.amount > 0 && mayDo(role, 'plans.change') ? <ChangePlan userId={userId} plan={plan} /> : null}
              {onAct ? <PlanActions plan={plan} onAct={onAct} /> : null}
            </div>
          )}
        </div>
      ))}
    </section>
  )
}

const periodOf = ({ interval, intervalCount }: { interval: string; intervalCount: number }): string =>
  intervalCount === 1 ? interval : `${intervalCount} ${interval}s`

const hasEnded = ({ status }: Plan): boolean => status === 'canceled' || status === 'incomplete_expired'

function PlanActions({ plan, onAct }: { plan: Plan; onAct: (act: Act) => void }) {
  return (
    <>
      <button type="button" className={layout.button} onClick={() => onAct({ kind: 'cancel', plan })}>
        End the plan
      </button>
      {plan.cancelAtPeriodEnd && plan.amount > 0 ? (
        <button type="button" className={layout.button} onClick={() => onAct({ kind: 'resume', plan })}>
          Let it continue
        </button>
      ) : null}
    </>
  )
}
