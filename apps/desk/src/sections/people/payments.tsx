import { minorUnitsOf } from '@kitewise/contract/currencies'
import { mayDo, type Role } from '@kitewise/contract/desk'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { ActionDialog } from '../../components/action-dialog.tsx'
import layout from '../../components/layout.module.css'
import { Empty, Failure, Loading } from '../../components/page.tsx'
import { call, type Data, sentenceOf, textIn } from '../../lib/call.ts'
import { formatMoment, formatMoney, planName } from '../../lib/format.ts'

type Money = Data<'listPersonsPayments'>
type Payment = Money['payments'][number]
type Refund = Money['refunds'][number]
type Dispute = Money['disputes'][number]

/** What a person paid, and giving it back. */
export function Payments({ userId, role }: { userId: string; role: Role }) {
  const queries = useQueryClient()
  const [refunding, setRefunding] = useState<Payment | null>(null)
  const [deciding, setDeciding] = useState<Dispute | null>(null)
  const mayRefund = mayDo(role, 'money.refund')
  const found = useQuery({
    queryKey: ['listPersonsPayments', userId],
    queryFn: () => call('listPersonsPayments', { params: { userId } }),
  })
  const refresh = async (): Promise<void> => {
    await queries.invalidateQueries({ queryKey: ['listPersonsPayments', userId] })
    await queries.invalidateQueries({ queryKey: ['viewPerson', userId] })
  }
  return (
    <section className={layout.card}>
      <h2>Payments</h2>
      {found.error ? <Failure message={sentenceOf(found.error)} onRetry={() => void found.refetch()} /> : null}
      {found.isPending ? <Loading /> : null}
      {found.data?.payments.length === 0 ? <Empty>Nothing was charged yet.</Empty> : null}
      {found.data && found.data.payments.length > 0 ? (
        <PaymentRows money={found.data} onRefund={mayRefund ? setRefunding : null} />
      ) : null}
      {found.data && found.data.disputes.length > 0 ? (
        <Disputes disputes={found.data.disputes} onDecide={mayRefund ? setDeciding : null} />
      ) : null}
      {deciding ? (
        <DisputeDialog
          userId={userId}
          dispute={deciding}
          onClose={() => {
            setDeciding(null)
            void refresh()
          }}
        />
      ) : null}
      {refunding && found.data ? (
        <RefundDialog
          userId={userId}
          payment={refunding}
          onClose={() => {
            setRefunding(null)
            void refresh()
          }}
        />
      ) : null}
    </section>
  )
}

function PaymentRows({ money, onRefund }: { money: Money; onRefund: ((payment: Payment) => void) | null }) {
  return (
    <>
      <div className={layout.scroll}>
        <table className={layout.plain}>
          <thead>
            <tr>
              {['When', 'Plan', 'Amount', 'Refunded'].map((title) => (
                <th key={title} scope="col">
                  {title}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {money.payments.map((payment) => (
              <tr key={payment.id}>
                <td>{formatMoment(payment.createdAt)}</td>
                <td>{planName(payment.plan)}</td>
                <td>
                  {formatMoney(payment.amount, payment.currency)}{' '}
                  <span className={`${layout.tag} ${payment.status === 'failed' ? layout.bad : ''}`}>
                    {payment.status}
                  </span>
                </td>
                <td>
                  {payment.refunded === 0 ? '–' : formatMoney(payment.refunded, payment.currency)}{' '}
                  {onRefund && payment.left > 0 ? (
                    <button
                      type="button"
                      className={layout.button}
                      aria-label={`Refund the payment of ${formatMoment(payment.createdAt)}`}
                      onClick={() => onRefund(payment)}
                    >
                      Refund
                    </button>
                  ) : null}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {money.refunds.length === 0 ? null : (
        <ul aria-label="Refunds">
          {money.refunds.map((refund) => (
            <li key={refund.id}>{describeRefund(refund)}</li>
          ))}
        </ul>
      )}
    </>
  )
}

const accessNames: Record<Refund['access'], string> = {
  keep: 'access stays',
  period_end: 'access ends with the period',
  now: 'access ended',
}

const stateNames: Record<Refund['state'], string> = {
  begun: 'waits for the provider',
  refunded: 'access not settled yet',
  done: 'done',
  refused: 'refused by the provider',
}

const describeRefund = ({ amount, currency, staffName, createdAt, state, access }: Refund): string =>
  `${formatMoney(amount, currency)} refunded by ${staffName}, ${formatMoment(createdAt)}: ${stateNames[state]}, ${accessNames[access]}`

type DialogParts = { userId: string; payment: Payment; onClose: () => void }

function RefundDialog({ userId, payment, onClose }: DialogParts) {
  const { id: paymentId, currency, left, mayRefund } = payment
  const units = minorUnitsOf(currency)
  const digits = Math.round(Math.log10(units))
  return (
    <ActionDialog
      title="Refund this payment"
      confirm="Refund"
      isDangerous
      onClose={onClose}
      run={(form, attempt) =>
        call('refundPayment', {
          params: { userId, paymentId },
          body: {
            attempt,
            amount: Math.round(Number(textIn(form, 'amount')) * units),
            access: textIn(form, 'access') as Refund['access'],
            reason: textIn(form, 'reason'),
          },
        })
      }
    >
      <label className={layout.field}>
        Amount in {currency.toUpperCase()}
        <input
          name="amount"
          type="number"
          required
          min={1 / units}
          max={left / units}
          step={1 / units}
          defaultValue={(left / units).toFixed(digits)}
        />
        <small>
          {formatMoney(left, currency)} is left of it.
          {mayRefund === null ? '' : ` You may refund ${formatMoney(mayRefund, currency)} at once.`} The learner gets an
          email.
        </small>
      </label>
      <AccessField />
    </ActionDialog>
  )
}

function AccessField() {
  return (
    <label className={layout.field}>
      What happens to access
      <select name="access" required defaultValue="">
        <option value="" disabled>
          Choose
        </option>
        <option value="keep">It stays, and the plan renews</option>
        <option value="period_end">It ends with the period</option>
        <option value="now">It ends now</option>
      </select>
    </label>
  )
}

/** Payments that the person's bank took back. */
function Disputes({ disputes, onDecide }: { disputes: readonly Dispute[]; onDecide: ((one: Dispute) => void) | null }) {
  return (
    <>
      <h3>Disputes</h3>
      {disputes.map((dispute) => (
        <div key={dispute.id} className={layout.stack}>
          <p>
            <span className={`${layout.tag} ${dispute.status === 'won' ? layout.good : layout.bad}`}>
              {dispute.status.replaceAll('_', ' ')}
            </span>{' '}
            {formatMoney(dispute.amount, dispute.currency)}, {dispute.reason.replaceAll('_', ' ')}, since{' '}
            {formatMoment(dispute.openedAt)}.{' '}
            {dispute.status === 'open' ? `Send evidence at the provider by ${formatMoment(dispute.dueAt)}. ` : ''}
            Decided: {dispute.access === null ? 'nothing yet' : accessNames[dispute.access]}.
          </p>
          {onDecide ? (
            <div className={layout.cluster}>
              <button type="button" className={layout.button} onClick={() => onDecide(dispute)}>
                Decide about access
              </button>
            </div>
          ) : null}
        </div>
      ))}
    </>
  )
}

function DisputeDialog({
  userId,
  dispute: { id: disputeId },
  onClose,
}: {
  userId: string
  dispute: Dispute
  onClose: () => void
}) {
  return (
    <ActionDialog
      title="Access after the dispute"
      confirm="Decide"
      isDangerous
      onClose={onClose}
      run={(form) =>
        call('decideDisputeAccess', {
          params: { userId, disputeId },
          body: { access: textIn(form, 'access') as Refund['access'], reason: textIn(form, 'reason') },
        })
      }
    >
      <p>The dispute itself is answered in the provider’s dashboard.</p>
      <AccessField />
    </ActionDialog>
  )
}
