import * as textLimits from '@kitewise/contract/typed/text-limits'
import { answerTemplates, inboxStates } from '@kitewise/contract/desk'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { Link, useParams } from 'wouter'
import { ActionDialog } from '../../components/action-dialog.tsx'
import { OwnText } from '../../components/own-text.tsx'
import { TextArea } from '../../components/text-box.tsx'
import layout from '../../components/layout.module.css'
import { Failure, Loading, Page } from '../../components/page.tsx'
import { call, type Data, sentenceOf, textIn } from '../../lib/call.ts'
import { formatMoment, formatMoney } from '../../lib/format.ts'
import { useMe } from '../../lib/use-me.ts'
import { Due, wordsOf } from './inbox-page.tsx'

type Item = Data<'readInboxItem'>
type State = Item['state']
type Template = (typeof answerTemplates)[number]

const stateIn = (text: string): State => inboxStates.find((state) => state === text) ?? 'done'

/** One item of the inbox: what was written, what staff noted and answered, and what to do with it. */
export function ItemPage() {
  const { itemId = '' } = useParams()
  const queries = useQueryClient()
  const item = useQuery({
    queryKey: ['readInboxItem', itemId],
    queryFn: () => call('readInboxItem', { params: { itemId } }),
  })
  const refresh = async (): Promise<void> => {
    await queries.invalidateQueries({ queryKey: ['readInboxItem', itemId] })
    await queries.invalidateQueries({ queryKey: ['listInbox'] })
  }
  if (item.error) return <Failure message={sentenceOf(item.error)} onRetry={() => void item.refetch()} />
  if (!item.data) return <Loading />
  const { subject, message, entries } = item.data
  return (
    <Page title={subject} actions={<Link href="/inbox">Back to the inbox</Link>}>
      <div className={layout.columns}>
        <section className={`${layout.card} ${layout.stack}`} aria-label="Message">
          <OwnText>{message === '' ? 'No text.' : message}</OwnText>
          <Facts item={item.data} />
        </section>
        <section className={`${layout.card} ${layout.stack}`} aria-label="Handling">
          <Handling item={item.data} onDone={refresh} />
        </section>
      </div>
      <section className={layout.stack} aria-label="Notes and answers">
        {entries.map(({ id, kind, staffName, at, text }) => (
          <article key={id} className={layout.card}>
            <p className={layout.soft}>
              {kind === 'reply' ? 'Answer' : 'Note'} by <bdi>{staffName}</bdi>, {formatMoment(at)}
            </p>
            <OwnText>{text}</OwnText>
          </article>
        ))}
      </section>
      <Write item={item.data} onDone={refresh} />
    </Page>
  )
}

const Facts = ({ item }: { item: Item }) => (
  <dl className={layout.facts}>
    <dt>Kind</dt>
    <dd>{item.kind}</dd>
    <dt>From</dt>
    <dd>
      <bdi>{item.name}</bdi>
      {item.name === null ? '' : ', '}
      {item.email}
    </dd>
    {item.accountEmail === null ? null : (
      <>
        <dt>Account</dt>
        <dd>{item.accountEmail}: another address. Make sure who writes before you act on the account.</dd>
      </>
    )}
    <dt>Learner’s ID</dt>
    <dd>
      {item.userId === null ? 'Written without an account' : <Link href={`/people/${item.userId}`}>{item.userId}</Link>}
    </dd>
    {item.subscriptionId === null ? null : (
      <>
        <dt>Subscription</dt>
        <dd>{item.subscriptionId}</dd>
      </>
    )}
    <dt>Language</dt>
    <dd>{item.language}</dd>
    <dt>Received</dt>
    <dd>{formatMoment(item.receivedAt)}</dd>
    <dt>Due</dt>
    <dd>
      <Due item={item} />
    </dd>
    {item.doneAt === null ? null : (
      <>
        <dt>Done</dt>
        <dd>{formatMoment(item.doneAt)}</dd>
      </>
    )}
  </dl>
)

type Parts = { item: Item; onDone: () => Promise<void> }

function Handling({ item, onDone }: Parts) {
  const { data: me } = useMe()
  const change = useMutation({
    mutationFn: (body: { state?: State; ownerId?: string | null }) =>
      call('changeInboxItem', { params: { itemId: item.id }, body }),
    onSettled: onDone,
  })
  return (
    <>
      {item.kind === 'withdrawal' ? (
        <WithdrawalState item={item} onDone={onDone} />
      ) : (
        <label className={layout.field}>
          State
          <select
            value={item.state}
            disabled={change.isPending}
            onChange={(event) => change.mutate({ state: stateIn(event.currentTarget.value) })}
          >
            {inboxStates.map((state) => (
              <option key={state} value={state}>
                {wordsOf(state)}
              </option>
            ))}
          </select>
        </label>
      )}
      <label className={layout.field}>
        Owner
        <select
          value={item.ownerId ?? ''}
          disabled={change.isPending}
          onChange={(event) => change.mutate({ ownerId: event.currentTarget.value || null })}
        >
          <option value="">Nobody</option>
          {item.staff.map(({ id, name }) => (
            <option key={id} value={id}>
              {id === me?.id ? `${name} (me)` : name}
            </option>
          ))}
        </select>
      </label>
      {change.error ? (
        <p className={layout.error} role="alert">
          {sentenceOf(change.error)}
        </p>
      ) : null}
    </>
  )
}

/** A withdrawal is done when its money was sent, so one action refunds and closes it; nobody sets its state by hand. */
function WithdrawalState({ item, onDone }: Parts) {
  const [isAsking, setAsking] = useState(false)
  const { id: itemId, state, refundDue } = item
  const sum = refundDue && formatMoney(refundDue.amount, refundDue.currency)
  const action = sum === null ? 'Close: nothing to refund' : `Refund ${sum} and close`
  return (
    <>
      <p>
        <span className={`${layout.tag} ${state === 'done' ? layout.good : ''}`}>{wordsOf(state)}</span>{' '}
        {refundDue?.waitsForProvider
          ? `The refund of ${sum} waits for the payment provider. It’s asked again by itself, and the item closes then.`
          : null}
      </p>
      {state === 'done' && sum === null ? null : (
        <button type="button" className={`${layout.button} ${layout.primary}`} onClick={() => setAsking(true)}>
          {action}
        </button>
      )}
      {isAsking ? (
        <ActionDialog
          title={action}
          confirm={sum === null ? 'Close' : `Refund ${sum}`}
          isDangerous={sum !== null}
          onClose={() => {
            setAsking(false)
            void onDone()
          }}
          run={(form) =>
            call('refundWithdrawal', {
              params: { itemId },
              body: { amount: refundDue?.amount ?? 0, reason: textIn(form, 'reason') },
            })
          }
        >
          <p>
            {sum === null
              ? 'Nothing is left to pay back: the learner reads when the withdrawal was closed, and if a refund was sent before.'
              : 'Every payment of the contract goes back to the learner, who gets an email and reads when the refund was sent. To keep a share for days of use, refund the rest on the person’s page instead, then close this.'}
          </p>
        </ActionDialog>
      ) : null}
    </>
  )
}

const templateNames: Record<Template, string> = {
  support_answer: 'Answer',
  support_apology: 'Apology and answer',
  support_money: 'About a payment',
}

/** A note, or an answer by mail. The ID makes a repeated press store and send it once. */
function Write({ item, onDone }: Parts) {
  const [entryId, setEntryId] = useState(() => crypto.randomUUID())
  const [kind, setKind] = useState<'note' | 'reply'>('reply')
  const write = useMutation({
    mutationFn: (form: FormData) => {
      const params = { itemId: item.id }
      const text = textIn(form, 'text')
      if (kind === 'note') return call('addInboxNote', { params, body: { entryId, text } })
      const template = answerTemplates.find((name) => name === textIn(form, 'template')) ?? 'support_answer'
      return call('answerInboxItem', {
        params,
        body: { entryId, template, text, state: stateIn(textIn(form, 'state')) },
      })
    },
    onSuccess: async () => {
      setEntryId(crypto.randomUUID())
      await onDone()
    },
  })
  const submit = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault()
    const form = event.currentTarget
    if (!write.isPending) write.mutate(new FormData(form), { onSuccess: () => form.reset() })
  }
  return (
    <form className={`${layout.card} ${layout.stack}`} onSubmit={submit}>
      <fieldset className={layout.cluster}>
        <legend>Write</legend>
        {(['reply', 'note'] as const).map((one) => (
          <label key={one} className={layout.cluster}>
            <input type="radio" name="kind" checked={kind === one} onChange={() => setKind(one)} />
            {one === 'reply' ? `Answer to ${item.email}` : 'Note for staff'}
          </label>
        ))}
      </fieldset>
      {kind === 'reply' ? <AnswerChoices item={item} /> : null}
      <label className={layout.field}>
        Text
        <TextArea name="text" rows={6} required limit={textLimits.deskAnswer} />
        <small>
          {kind === 'reply'
            ? `The template is in the sender’s language (${item.language}); your text goes in the middle as you write it.`
            : 'Only staff see it. It is part of the learner’s data export.'}
        </small>
      </label>
      {write.error ? (
        <p className={layout.error} role="alert">
          {sentenceOf(write.error)}
        </p>
      ) : null}
      <p role="status">{write.isSuccess ? 'Saved.' : null}</p>
      <button type="submit" className={`${layout.button} ${layout.primary}`} disabled={write.isPending}>
        {kind === 'reply' ? 'Send the answer' : 'Add the note'}
      </button>
    </form>
  )
}

const AnswerChoices = ({ item }: { item: Item }) => (
  <div className={layout.cluster}>
    <label className={layout.field}>
      Template
      <select name="template">
        {answerTemplates.map((name) => (
          <option key={name} value={name}>
            {templateNames[name]}
          </option>
        ))}
      </select>
    </label>
    <label className={layout.field}>
      Then
      <select name="state" defaultValue={item.kind === 'withdrawal' ? 'in_progress' : 'done'}>
        {inboxStates.slice(1, item.kind === 'withdrawal' ? -1 : undefined).map((state) => (
          <option key={state} value={state}>
            {wordsOf(state)}
          </option>
        ))}
      </select>
    </label>
  </div>
)
