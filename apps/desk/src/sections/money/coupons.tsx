import { minorUnitsOf } from '@kitewise/contract/currencies'
import { couponDurations } from '@kitewise/contract/desk'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { ActionDialog } from '../../components/action-dialog.tsx'
import { TextInput } from '../../components/text-box.tsx'
import layout from '../../components/layout.module.css'
import { Empty, Failure, Loading, Page } from '../../components/page.tsx'
import { call, type Data, sentenceOf, textIn } from '../../lib/call.ts'
import { formatMoment, formatMoney, planName } from '../../lib/format.ts'
import table from '../../components/data-table.module.css'

type Plan = Data<'listCoupons'>['plans'][number]
type Coupon = Data<'listCoupons'>['coupons'][number]

/** Codes that reduce the price of a plan. The payment provider keeps and counts them. */
export function CouponsPage() {
  const client = useQueryClient()
  const result = useQuery({ queryKey: ['listCoupons'], queryFn: () => call('listCoupons') })
  const [isCreating, setIsCreating] = useState(false)
  const [ending, setEnding] = useState<Coupon | null>(null)
  const reload = () => client.invalidateQueries({ queryKey: ['listCoupons'] })
  const { data, error } = result
  return (
    <Page title="Coupons">
      <div className={layout.cluster}>
        <button type="button" className={`${layout.button} ${layout.primary}`} onClick={() => setIsCreating(true)}>
          Create a coupon
        </button>
      </div>
      {error ? <Failure message={sentenceOf(error)} onRetry={() => void result.refetch()} /> : null}
      {data === undefined && !error ? <Loading /> : null}
      {data?.coupons.length === 0 ? <Empty>No coupons.</Empty> : null}
      {data && data.coupons.length > 0 ? <Coupons coupons={data.coupons} onEnd={setEnding} /> : null}
      {isCreating && data ? (
        <CreateDialog plans={data.plans} onClose={() => setIsCreating(false)} onDone={reload} />
      ) : null}
      {ending ? <EndDialog coupon={ending} onClose={() => setEnding(null)} onDone={reload} /> : null}
    </Page>
  )
}

const reductionOf = ({ percentOff, amountOff, currency }: Coupon): string =>
  amountOff === null ? `${percentOff} %` : formatMoney(amountOff, currency ?? '')

const lengthOf = ({ duration, months }: Coupon): string =>
  duration === 'repeating' ? `${months} months` : duration === 'once' ? 'First payment' : 'Every payment'

const titles = ['Code', 'Off', 'For', 'Plans', 'Last moment', 'Used', 'State', 'End']

function Coupons({ coupons, onEnd }: { coupons: readonly Coupon[]; onEnd: (coupon: Coupon) => void }) {
  return (
    <div className={table.scroll}>
      <table className={table.table}>
        <caption className="visually-hidden">Coupons</caption>
        <thead>
          <tr>
            {titles.map((title) => (
              <th key={title} scope="col">
                {title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {coupons.map((coupon) => (
            <tr key={coupon.id}>
              <td>
                <code>{coupon.code}</code>
              </td>
              <td>{reductionOf(coupon)}</td>
              <td>{lengthOf(coupon)}</td>
              <td>{coupon.productIds?.map(planName).join(', ') ?? 'All'}</td>
              <td>{formatMoment(coupon.expiresAt)}</td>
              <td>
                {coupon.redemptions}
                {coupon.maxRedemptions === null ? '' : ` of ${coupon.maxRedemptions}`}
              </td>
              <td>
                <span className={layout.tag}>{coupon.state}</span>
              </td>
              <td>
                {coupon.state === 'active' ? (
                  <button type="button" className={layout.button} onClick={() => onEnd(coupon)}>
                    Deactivate
                  </button>
                ) : null}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

const numberIn = (form: FormData, name: string): number | null => {
  const text = textIn(form, name)
  return text === '' ? null : Number(text)
}

const wishIn = (form: FormData, currency: string) => {
  const amount = numberIn(form, 'amount')
  const plans = form.getAll('plan').map(String)
  return {
    code: textIn(form, 'code'),
    percentOff: numberIn(form, 'percent'),
    amountOff: amount === null ? null : Math.round(amount * minorUnitsOf(currency)),
    currency: amount === null ? null : currency,
    duration: couponDurations.find((one) => one === textIn(form, 'duration')) ?? 'once',
    months: numberIn(form, 'months'),
    lastDay: textIn(form, 'lastDay') || null,
    maxRedemptions: numberIn(form, 'most'),
    productIds: plans.length === 0 ? null : plans,
    reason: textIn(form, 'reason'),
  }
}

const durationTitles = {
  once: 'The first payment (not with a free trial)',
  repeating: 'Payments in the first months',
  forever: 'Every payment',
}

type CreateParts = { plans: readonly Plan[]; onClose: () => void; onDone: () => Promise<unknown> }

function CreateDialog({ plans, onClose, onDone }: CreateParts) {
  const currency = plans[0]?.currency ?? 'usd'
  return (
    <ActionDialog
      title="Create a coupon"
      confirm="Create"
      onClose={onClose}
      run={async (form, attempt) => {
        await call('createCoupon', { body: { attempt, ...wishIn(form, currency) } })
        await onDone()
      }}
    >
      <label className={layout.field}>
        Code
        <TextInput name="code" required minLength={4} limit={30} pattern="[A-Za-z0-9\-]+" autoComplete="off" />
        <small>Letters, digits and hyphens. Buyers may type small letters.</small>
      </label>
      <Reduction currency={currency} />
      <Length />
      <label className={layout.field}>
        Last day, if any
        <input name="lastDay" type="date" />
      </label>
      <label className={layout.field}>
        Times it can be used, if limited
        <input name="most" type="number" min={1} />
      </label>
      <fieldset className={layout.cluster}>
        <legend>
          <strong>Plans</strong>
        </legend>
        {plans.map(({ productId, name }) => (
          <label key={productId} className={layout.cluster}>
            <input type="checkbox" name="plan" value={productId} />
            {name}
          </label>
        ))}
        <small className={layout.soft}>Without a choice, it’s for all of them.</small>
      </fieldset>
    </ActionDialog>
  )
}

function Reduction({ currency }: { currency: string }) {
  const [kind, setKind] = useState<'percent' | 'amount'>('percent')
  return (
    <>
      <label className={layout.field}>
        Takes off
        <select value={kind} onChange={(event) => setKind(event.target.value === 'amount' ? 'amount' : 'percent')}>
          <option value="percent">A percentage</option>
          <option value="amount">An amount</option>
        </select>
      </label>
      {kind === 'percent' ? (
        <label className={layout.field}>
          Percent
          <input name="percent" type="number" required min={1} max={100} />
        </label>
      ) : (
        <label className={layout.field}>
          Amount in {currency.toUpperCase()}
          <input name="amount" type="number" required min={0.01} step={0.01} />
        </label>
      )}
    </>
  )
}

function Length() {
  const [duration, setDuration] = useState('repeating')
  return (
    <>
      <label className={layout.field}>
        Which payments
        <select name="duration" value={duration} onChange={(event) => setDuration(event.target.value)}>
          {couponDurations.map((one) => (
            <option key={one} value={one}>
              {durationTitles[one]}
            </option>
          ))}
        </select>
      </label>
      {duration === 'repeating' ? (
        <label className={layout.field}>
          Months
          <input name="months" type="number" required min={1} max={36} defaultValue={3} />
          <small>From the checkout on; a trial counts.</small>
        </label>
      ) : null}
    </>
  )
}

type EndParts = { coupon: Coupon; onClose: () => void; onDone: () => Promise<unknown> }

function EndDialog({ coupon, onClose, onDone }: EndParts) {
  return (
    <ActionDialog
      title={`Deactivate ${coupon.code}?`}
      confirm="Deactivate"
      isDangerous
      onClose={onClose}
      run={async (form) => {
        await call('deactivateCoupon', { params: { couponId: coupon.id }, body: { reason: textIn(form, 'reason') } })
        await onDone()
      }}
    >
      <p>Nobody can begin a checkout with it any more. Who has it keeps the reduced price. It can’t be undone.</p>
    </ActionDialog>
  )
}
