import type { OwnOrganization } from '@kitewise/contract/organization-entities'
import type { Contract, OrganizationPlan, PaymentWay, SeatInterval } from '@kitewise/contract/seat-entities'
import { priceText } from '@kitewise/rules/billing-text'
import { mostUnpaidSeats } from '@kitewise/rules/before-payment'
import { type FormEvent, useState } from 'react'
import { useTranslations } from 'use-intl'
import { Badge } from '../../../components/badge.tsx'
import { Button } from '../../../components/button.tsx'
import { Card } from '../../../components/card.tsx'
import { Field, FieldError } from '../../../components/field.tsx'
import { Stack } from '../../../components/layout.tsx'
import { EmptyView, ErrorView } from '../../../components/message-view.tsx'
import { RadioGroup } from '../../../components/radio-group.tsx'
import { Select } from '../../../components/select.tsx'
import { call } from '../../../lib/api-client.ts'
import { randomUuid } from '../../../lib/random-uuid.ts'
import { leaveFor, useAction } from '../../../lib/use-action.ts'
import { useDateInSentence } from '../../../lib/use-date-in-sentence.ts'
import { useRead } from '../../../lib/use-read.ts'
import { invoicesQuery, planQuery, useRefresh } from '../api.ts'
import { useTeamStepUp } from '../step-up.tsx'
import { useTeamAction, useTeamError } from '../use-team-action.ts'
import { TeamSkeleton } from './team.tsx'
import styles from './team.module.css'

/** Seats, the contract that pays for them, and its invoices. */
export function SeatPlan({ team }: { team: OwnOrganization }) {
  const errorText = useTeamError()
  const { data: plan, error, isBusy, retry } = useRead(planQuery(team.id))
  if (!plan && error) return <ErrorView message={errorText(error)} error={error} onRetry={retry} isRetrying={isBusy} />
  if (!plan) return <TeamSkeleton />
  const { contract } = plan
  const isRunning = contract !== null && contract.state !== 'ended'
  return (
    <Stack gap="sections">
      <SeatCounts plan={plan} />
      {isRunning ? <RunningContract team={team} plan={plan} contract={contract} /> : <Buy team={team} plan={plan} />}
      {contract !== null && <Invoices team={team} />}
    </Stack>
  )
}

const SeatCounts = ({ plan }: { plan: OrganizationPlan }) => {
  const t = useTranslations('teamPlan')
  const { total, taken, waiting } = plan.seats
  const counts = [
    [t('seats'), total],
    [t('taken'), taken],
    [t('free'), Math.max(0, total - taken)],
    [t('waiting'), waiting],
  ] as const
  return (
    <Card gap={12}>
      <h2 className={styles.heading}>{t('title')}</h2>
      <dl className={styles.values}>
        {counts.map(([label, count]) => (
          <div key={label} className={styles.value}>
            <dt>{label}</dt>
            <dd>{count}</dd>
          </div>
        ))}
      </dl>
    </Card>
  )
}

type RunningProps = { team: OwnOrganization; plan: OrganizationPlan; contract: Contract }

const RunningContract = ({ team, plan, contract }: RunningProps) => {
  const t = useTranslations('teamPlan')
  const day = useDateInSentence()
  const { state, way, interval, amount, currency, endsWithPeriod, periodEnd, accessUntil, terms, usableSeats } =
    contract
  const params = { organizationId: team.id }
  const { run: cancel, isBusy: isCanceling } = useTeamAction(team.id, () =>
    call('DELETE /api/organizations/{organizationId}/contract', { params }),
  )
  const { run: resume, isBusy: isResuming } = useTeamAction(team.id, () =>
    call('POST /api/organizations/{organizationId}/contract/resume', { params }),
  )
  return (
    <Stack as="section" gap={16}>
      <h2 className={styles.heading}>{t('contract')}</h2>
      {usableSeats < contract.seats && (
        <Card>
          <p role="status">
            {usableSeats === 0 ? t('beginsPaid') : t('partlyPaid', { usable: usableSeats, seats: contract.seats })}
          </p>
        </Card>
      )}
      {state === 'past_due' && usableSeats > 0 && (
        <Card tone="bad">
          <p role="alert">{t('pastDue', { date: day(accessUntil), days: plan.graceDays })}</p>
        </Card>
      )}
      <Card gap={8}>
        <p className={styles.strong}>{t(`prices.${interval}`, { price: priceText(amount, currency) })}</p>
        <p>{way === 'card' ? t('byCard') : t('byInvoice', { days: terms ?? 30 })}</p>
        <p>{t(endsWithPeriod ? 'ends' : 'renews', { date: day(periodEnd) })}</p>
        {way === 'invoice' && <p className={styles.soft}>{t('graceNote', { days: plan.graceDays })}</p>}
      </Card>
      <ChangeSeats team={team} contract={contract} />
      {endsWithPeriod ? (
        <Button variant="secondary" width="fit" isBusy={isResuming} onClick={() => resume()}>
          {t('resume')}
        </Button>
      ) : (
        <Button variant="quiet" width="fit" isBusy={isCanceling} onClick={() => cancel()}>
          {t('cancel')}
        </Button>
      )}
    </Stack>
  )
}

const isCount = (typed: string): boolean => /^[1-9]\d{0,3}$|^10000$/.test(typed)

/** The attempt is new after each answer, so a repetition after a lost answer changes nothing twice. */
const ChangeSeats = ({ team, contract }: { team: OwnOrganization; contract: Contract }) => {
  const t = useTranslations('teamPlan')
  const [seats, setSeats] = useState(String(contract.seats))
  const [attempt, setAttempt] = useState(randomUuid)
  const { run, isBusy } = useTeamAction(team.id, async () => {
    await call('PUT /api/organizations/{organizationId}/contract/seats', {
      params: { organizationId: team.id },
      body: { attempt, seats: Number(seats) },
    })
    setAttempt(randomUuid())
  })
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    if (isCount(seats)) run()
  }
  return (
    <Stack as="form" gap={12} onSubmit={submit}>
      <Field
        label={t('changeSeats')}
        hint={contract.way === 'card' ? t('changeSeatsNote') : t('changeInvoicedSeatsNote')}
        inputMode="numeric"
        value={seats}
        onChange={(event) => setSeats(event.target.value.trim())}
      />
      <Button
        type="submit"
        variant="secondary"
        width="fit"
        disabled={!isCount(seats) || Number(seats) === contract.seats}
        isBusy={isBusy}
      >
        {t('saveSeats')}
      </Button>
    </Stack>
  )
}

const Buy = ({ team, plan }: { team: OwnOrganization; plan: OrganizationPlan }) => {
  const t = useTranslations('teamPlan')
  const day = useDateInSentence()
  const { contract, prices } = plan
  if (prices.length === 0) return <EmptyView title={t('notForSale')} message={t('notForSaleNote')} />
  return (
    <Stack as="section" gap={16}>
      <h2 className={styles.heading}>{t(contract === null ? 'buyTitle' : 'againTitle')}</h2>
      {contract !== null && <p>{t('ended', { date: day(contract.accessUntil) })}</p>}
      <OrderForm team={team} plan={plan} first={contract ?? newOrder} />
    </Stack>
  )
}

type Order = { interval: SeatInterval; way: PaymentWay; terms: 14 | 30; seats: number }

const newOrder = { interval: 'year', way: 'card', terms: 30, seats: 5 } as const

type OrderFormProps = {
  team: OwnOrganization
  plan: OrganizationPlan
  first: Omit<Order, 'terms'> & { terms: 14 | 30 | null }
}

const OrderForm = ({ team, plan, first }: OrderFormProps) => {
  const t = useTranslations('teamPlan')
  const [order, setOrder] = useState<Order>({
    interval: first.interval,
    way: first.way,
    terms: first.terms ?? 30,
    seats: first.seats,
  })
  const [typed, setTyped] = useState(String(first.seats))
  const { buy, isBusy, failure } = useBuying(team, order)
  const price = plan.prices.find(({ interval }) => interval === order.interval)
  const isValid = isCount(typed)
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    if (isValid) buy()
  }
  const type = (seats: string): void => {
    setTyped(seats)
    if (isCount(seats)) setOrder({ ...order, seats: Number(seats) })
  }
  return (
    <Stack as="form" gap={20} onSubmit={submit}>
      <Field
        label={t('howMany')}
        inputMode="numeric"
        value={typed}
        onChange={(event) => type(event.target.value.trim())}
      />
      <RadioGroup
        legend={t('interval')}
        value={order.interval}
        options={plan.prices.map((one) => ({
          id: one.interval,
          label: t(`prices.${one.interval}`, { price: one.formattedPrice }),
        }))}
        onChange={(id) => setOrder({ ...order, interval: id === 'month' ? 'month' : 'year' })}
      />
      <HowToPay plan={plan} order={order} onChange={setOrder} />
      {price && isValid && (
        <p className={styles.strong} role="status">
          {t(`totals.${order.interval}`, { total: priceText(price.amount * order.seats, price.currency) })}
        </p>
      )}
      <FieldError message={failure} />
      <Button type="submit" disabled={!isValid} isBusy={isBusy}>
        {t(order.way === 'card' ? 'toCard' : 'orderInvoice')}
      </Button>
      <p className={styles.soft}>{t('buyNote')}</p>
    </Stack>
  )
}

type HowToPayProps = { plan: OrganizationPlan; order: Order; onChange: (order: Order) => void }

const HowToPay = ({ plan, order, onChange }: HowToPayProps) => {
  const t = useTranslations('teamPlan')
  const { seats, reason } = plan.beforePayment
  const unpaidNote = t(`beforePayment.${reason}`, { seats, most: mostUnpaidSeats })
  return (
    <>
      <RadioGroup
        legend={t('way')}
        value={order.way}
        options={[
          { id: 'card', label: t('wayCard') },
          { id: 'invoice', label: t('wayInvoice') },
        ]}
        onChange={(id) => onChange({ ...order, way: id === 'invoice' ? 'invoice' : 'card' })}
      />
      {order.way === 'invoice' && (
        <Select
          label={t('terms')}
          hint={`${unpaidNote} ${t('graceNote', { days: plan.graceDays })}`}
          value={String(order.terms)}
          options={([14, 30] as const).map((days) => ({ value: String(days), label: t('termDays', { days }) }))}
          onChange={(event) => onChange({ ...order, terms: event.target.value === '14' ? 14 : 30 })}
        />
      )}
    </>
  )
}

const useBuying = (team: OwnOrganization, order: Order) => {
  const refresh = useRefresh(team.id)
  const errorText = useTeamError()
  const stepUp = useTeamStepUp()
  const [attempt, setAttempt] = useState({ id: randomUuid(), order: JSON.stringify(order) })
  const [failure, setFailure] = useState<string | null>(null)
  const { run: buy, isBusy } = useAction(async () => {
    setFailure(null)
    // The same order again is the same attempt; another order is another one.
    const wanted = JSON.stringify(order)
    const id = wanted === attempt.order ? attempt.id : randomUuid()
    setAttempt({ id, order: wanted })
    try {
      const begun = await stepUp(() =>
        call('POST /api/organizations/{organizationId}/contract', {
          params: { organizationId: team.id },
          body: { attempt: id, ...order },
        }),
      )
      if (begun?.url) return await leaveFor(begun.url)
      await refresh()
    } catch (error) {
      setFailure(errorText(error))
    }
  })
  return { buy, isBusy, failure }
}

const Invoices = ({ team }: { team: OwnOrganization }) => {
  const t = useTranslations('teamPlan')
  const day = useDateInSentence()
  const { data } = useRead(invoicesQuery(team.id))
  if (data === undefined || data.length === 0) return null
  return (
    <Stack as="section" gap={12}>
      <h2 className={styles.heading}>{t('invoices')}</h2>
      <Card padding="none">
        <ul className={styles.rows}>
          {data.map(({ number, amount, currency, state, createdAt, dueAt, url }) => (
            <li key={`${number} ${createdAt}`} className={styles.row}>
              <div className={styles.who}>
                <span className={styles.strong}>{number ?? t('draft')}</span>
                <span className={styles.soft}>
                  {[day(createdAt), dueAt === null || state !== 'open' ? null : t('dueOn', { date: day(dueAt) })]
                    .filter(Boolean)
                    .join(' · ')}
                </span>
              </div>
              <span className={styles.facts}>
                <span>{priceText(amount, currency)}</span>
                <Badge tone={state === 'paid' ? 'good' : state === 'open' ? 'tail' : 'plain'}>
                  {t(`states.${state}`)}
                </Badge>
              </span>
              {url !== null && (
                <a href={url} target="_blank" rel="noreferrer">
                  {t('openInvoice')}
                </a>
              )}
            </li>
          ))}
        </ul>
      </Card>
    </Stack>
  )
}
