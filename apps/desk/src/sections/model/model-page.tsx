import { mayDo, modelTroubles } from '@kitewise/contract/desk'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { ActionDialog } from '../../components/action-dialog.tsx'
import type { Column } from '../../components/data-table.tsx'
import { Figure } from '../../components/figure.tsx'
import layout from '../../components/layout.module.css'
import { Failure, Loading, Page } from '../../components/page.tsx'
import { QueriedTable } from '../../components/queried-table.tsx'
import { call, type Data, queryOf, saveFile, sentenceOf } from '../../lib/call.ts'
import { formatMoment } from '../../lib/format.ts'
import { useMe } from '../../lib/use-me.ts'

type Overview = Data<'modelOverview'>
type Day = Data<'modelDays'>['rows'][number]

const count = (value: number): string => value.toLocaleString('en-GB')
const dollars = (value: number | null): string =>
  value === null
    ? 'unknown'
    : value.toLocaleString('en-GB', { style: 'currency', currency: 'USD', maximumFractionDigits: value < 1 ? 4 : 2 })

const columns: Column<Day>[] = [
  { title: 'Day', sort: 'day', cell: ({ day }) => day },
  { title: 'Verdicts', sort: 'calls', isNumber: true, cell: ({ calls }) => count(calls) },
  { title: 'Answers', sort: 'answers', isNumber: true, cell: ({ answers }) => count(answers) },
  { title: 'Tokens in', sort: 'inputTokens', isNumber: true, cell: ({ inputTokens }) => count(inputTokens) },
  { title: 'Tokens out', sort: 'outputTokens', isNumber: true, cell: ({ outputTokens }) => count(outputTokens) },
  { title: 'Cost', sort: 'costUsd', isNumber: true, cell: ({ costUsd }) => dollars(costUsd) },
  { title: 'Failed', sort: 'failed', isNumber: true, cell: ({ failed }) => count(failed) },
  { title: 'Fallbacks', sort: 'fallbacks', isNumber: true, cell: ({ fallbacks }) => count(fallbacks) },
  { title: 'Over the limit', sort: 'capped', isNumber: true, cell: ({ capped }) => count(capped) },
]

/** What the AI model does and costs, and its off switch. */
export function ModelPage() {
  const result = useQuery({ queryKey: ['modelOverview'], queryFn: () => call('modelOverview') })
  const { data: me } = useMe()
  const maySwitch = me ? mayDo(me.role, 'model.switch') : false
  const [isAsking, setAsking] = useState(false)
  const { data } = result
  const action = data?.isOff ? 'Turn the model on' : 'Turn the model off'
  return (
    <Page
      title="Model"
      actions={
        data && maySwitch ? (
          <button
            type="button"
            className={`${layout.button} ${data.isOff ? layout.primary : layout.dangerous}`}
            onClick={() => setAsking(true)}
          >
            {action}
          </button>
        ) : null
      }
    >
      {result.error ? <Failure message={sentenceOf(result.error)} onRetry={() => void result.refetch()} /> : null}
      {data ? <State overview={data} /> : result.error ? null : <Loading />}
      <Definitions />
      <Days />
      {isAsking && data ? <SwitchDialog isOff={data.isOff} title={action} onClose={() => setAsking(false)} /> : null}
    </Page>
  )
}

const troubleWords: Record<(typeof modelTroubles)[number], string> = {
  failed: 'With failures',
  fallbacks: 'With fallbacks',
  capped: 'Over the limit',
}

const Days = () => (
  <QueriedTable
    name="modelDays"
    caption="Use of the model by day"
    sort="day"
    filters={[
      { name: 'from', title: 'From', kind: 'date' },
      { name: 'to', title: 'To', kind: 'date' },
      {
        name: 'trouble',
        title: 'Days',
        kind: 'choice',
        options: modelTroubles.map((trouble) => [trouble, troubleWords[trouble]]),
      },
    ]}
    heading={{ title: 'By day', csv: (filters) => saveFile('exportModel', { query: queryOf<'exportModel'>(filters) }) }}
    read={(query) => call('modelDays', { query: queryOf<'modelDays'>(query) })}
    columns={columns}
    keyOf={({ day }) => day}
    empty="The model was not used on any day of the last year that fits."
  />
)

function State({ overview: { model, isOff, switchedAt, price, limits, days } }: { overview: Overview }) {
  const today = days.at(-1)
  return (
    <section className={layout.card} aria-label="State">
      <dl className={layout.facts}>
        <dt>Model</dt>
        <dd>{model ?? 'None: the checklist scores every prompt'}</dd>
        <dt>State</dt>
        <dd>
          <span className={`${layout.tag} ${isOff ? layout.bad : layout.good}`}>{isOff ? 'off' : 'on'}</span> since{' '}
          {formatMoment(switchedAt)}
        </dd>
        <dt>Price</dt>
        <dd>{price ? `$${price.input} in, $${price.output} out, per million tokens` : 'unknown'}</dd>
        <dt>Limits a day</dt>
        <dd>
          {limits
            ? `${count(limits.calls)} verdicts, ${count(limits.answers)} answers, ${count(limits.answersPerLearner)} answers per learner`
            : 'none'}
        </dd>
        <dt>Today</dt>
        <dd>
          {count(today?.calls ?? 0)} calls, {dollars(today?.costUsd ?? 0)}
        </dd>
      </dl>
      <div className={layout.columns}>
        <Figure
          title="Calls by day"
          points={days.map(({ day, calls }) => ({ label: day.slice(5), value: calls }))}
          format={count}
        />
        <Figure
          title="Cost by day"
          points={days.map(({ day, costUsd }) => ({ label: day.slice(5), value: costUsd }))}
          format={dollars}
        />
      </div>
    </section>
  )
}

function SwitchDialog({ isOff, title, onClose }: { isOff: boolean; title: string; onClose: () => void }) {
  const queries = useQueryClient()
  return (
    <ActionDialog
      title={title}
      confirm={title}
      isDangerous={!isOff}
      onClose={onClose}
      run={async (form) => {
        const reason = form.get('reason')
        await call('switchModel', { body: { isOff: !isOff, reason: typeof reason === 'string' ? reason : '' } })
        await queries.invalidateQueries()
      }}
    >
      <p>
        {isOff
          ? 'All servers use the model again from the next prompt on.'
          : 'All servers stop using the model at once. Until it’s on again, the checklist scores prompts, and learners see what they see when the model fails. Calls under way end within 30 seconds.'}
      </p>
    </ActionDialog>
  )
}

function Definitions() {
  return (
    <details>
      <summary>How these figures are defined</summary>
      <dl className={layout.facts}>
        <dt>Verdicts, answers</dt>
        <dd>Calls that scored a prompt, and streamed answers to prompts. A refused call is given back.</dd>
        <dt>Cost</dt>
        <dd>Tokens times the prices in OPENAI_PRICES. Cached input counts as input, so it’s never too low.</dd>
        <dt>Failed</dt>
        <dd>Calls that ended with an error, after their retry.</dd>
        <dt>Fallbacks</dt>
        <dd>Prompts that the checklist scored, and answers that weren’t given, because the model failed or was off.</dd>
        <dt>Over the limit</dt>
        <dd>The same because the day’s calls or answers were used up. Days are days of UTC.</dd>
      </dl>
    </details>
  )
}
