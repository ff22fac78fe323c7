import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { ActionDialog } from '../../components/action-dialog.tsx'
import layout from '../../components/layout.module.css'
import { Failure, Loading } from '../../components/page.tsx'
import { call, type Data, sentenceOf, textIn } from '../../lib/call.ts'
import { formatMoment, formatMoney, planName } from '../../lib/format.ts'

type Plan = Data<'viewPerson'>['subscriptions'][number]

/** Another plan from the next payment on; the current one undoes a change that waits. */
export function ChangePlan({ userId, plan }: { userId: string; plan: Plan }) {
  const queries = useQueryClient()
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <button type="button" className={layout.button} onClick={() => setOpen(true)}>
        Change plan
      </button>
      {isOpen ? (
        <ChangePlanDialog
          userId={userId}
          plan={plan}
          onClose={() => {
            setOpen(false)
            void queries.invalidateQueries({ queryKey: ['viewPerson', userId] })
          }}
        />
      ) : null}
    </>
  )
}

function ChangePlanDialog({ userId, plan, onClose }: { userId: string; plan: Plan; onClose: () => void }) {
  const found = useQuery({ queryKey: ['listPlansToChange'], queryFn: () => call('listPlansToChange') })
  const choices = (found.data ?? []).filter((one) => one.plan !== plan.plan || plan.nextPlan !== null)
  return (
    <ActionDialog
      title="Change the plan"
      confirm="Change plan"
      onClose={onClose}
      run={(form, attempt) =>
        call('changePersonsPlan', {
          params: { userId, subscriptionId: plan.id },
          body: { attempt, productId: textIn(form, 'plan'), reason: textIn(form, 'reason') },
        })
      }
    >
      <p>
        It takes effect with the next payment, on {formatMoment(plan.currentPeriodEnd)}. Nothing is charged or credited
        before; discounts stay. If the learner cancels before that, the change is dropped. They get an email.
      </p>
      {found.error ? <Failure message={sentenceOf(found.error)} onRetry={() => void found.refetch()} /> : null}
      {found.isPending ? <Loading /> : null}
      <label className={layout.field}>
        New plan
        <select name="plan" required defaultValue="">
          <option value="" disabled>
            Choose
          </option>
          {choices.map((one) => (
            <option key={one.plan} value={one.plan}>
              {planName(one.plan)}, {formatMoney(one.amount, one.currency)}
              {one.plan === plan.plan ? ' (keep the current plan)' : ''}
            </option>
          ))}
        </select>
      </label>
    </ActionDialog>
  )
}
