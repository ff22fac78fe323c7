import { mayDo } from '@kitewise/contract/desk'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { useParams } from 'wouter'
import layout from '../../components/layout.module.css'
import { Empty, Failure, Loading, Page } from '../../components/page.tsx'
import { call, type Data, sentenceOf } from '../../lib/call.ts'
import { formatMoment } from '../../lib/format.ts'
import { useMe } from '../../lib/use-me.ts'
import { AccountActions } from './account-actions.tsx'
import { type Act, PersonDialog } from './person-dialogs.tsx'
import { Payments } from './payments.tsx'
import { Plans } from './plans.tsx'

type Person = Data<'viewPerson'>

/** One person: what we know without reading what they have written, and what staff can do. */
export function PersonPage() {
  const { userId = '' } = useParams()
  const queries = useQueryClient()
  const { data: me } = useMe()
  const [act, setAct] = useState<Act | null>(null)
  const found = useQuery({
    queryKey: ['viewPerson', userId],
    queryFn: () => call('viewPerson', { params: { userId } }),
  })
  const person = found.data
  if (found.error)
    return (
      <Page title="Person">
        <Failure message={sentenceOf(found.error)} onRetry={() => void found.refetch()} />
      </Page>
    )
  if (!person || !me) return <Loading />
  const refresh = () => queries.invalidateQueries({ queryKey: ['viewPerson', userId] })
  const mayAct = mayDo(me.role, 'people.act')
  return (
    <Page
      title={person.email}
      actions={
        mayAct ? (
          <>
            <AccountActions person={person} onDone={refresh} />
            <Actions onAct={setAct} mayErase={mayDo(me.role, 'people.erase')} />
          </>
        ) : undefined
      }
    >
      <div className={layout.columns}>
        <Facts person={person} />
        <Plans userId={person.id} plans={person.subscriptions} role={me.role} onAct={mayAct ? setAct : null} />
        <Learning person={person} />
        <Certificates person={person} onAct={mayAct ? setAct : null} />
      </div>
      <Organizations person={person} />
      <Payments userId={person.id} role={me.role} />
      <Mails person={person} onAct={mayAct ? setAct : null} />
      <div className={layout.columns}>
        <SignIns person={person} />
        <Consents person={person} />
      </div>
      {act ? <PersonDialog act={act} person={person} onClose={() => setAct(null)} onDone={refresh} /> : null}
    </Page>
  )
}

function Actions({ onAct, mayErase }: { onAct: (act: Act) => void; mayErase: boolean }) {
  const acts: [Act['kind'] & ('pin' | 'sessions' | 'access' | 'erase'), string][] = [
    ['pin', 'Send a PIN link'],
    ['sessions', 'End sessions'],
    ['access', 'Grant access'],
    ...(mayErase ? [['erase', 'Erase'] as ['erase', string]] : []),
  ]
  return acts.map(([kind, text]) => (
    <button
      key={kind}
      type="button"
      className={`${layout.button} ${kind === 'erase' ? layout.dangerous : ''}`}
      onClick={() => onAct({ kind })}
    >
      {text}
    </button>
  ))
}

function Card({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className={layout.card} aria-label={title}>
      <h2>{title}</h2>
      {children}
    </section>
  )
}

function Facts({ person }: { person: Person }) {
  return (
    <Card title="Account">
      <dl className={layout.facts}>
        <dt>Access</dt>
        <dd>
          <span className={`${layout.tag} ${person.hasAccess ? layout.good : layout.bad}`}>
            {person.hasAccess ? 'yes' : 'no'}
          </span>
        </dd>
        <dt>Since</dt>
        <dd>{formatMoment(person.createdAt)}</dd>
        {person.blockedAt === null ? null : (
          <>
            <dt>Blocked</dt>
            <dd>
              <span className={`${layout.tag} ${layout.bad}`}>{formatMoment(person.blockedAt)}</span>
            </dd>
          </>
        )}
        {person.deletedAt === null ? null : (
          <>
            <dt>Deleted</dt>
            <dd>{formatMoment(person.deletedAt)}</dd>
          </>
        )}
        <dt>Language</dt>
        <dd>{person.language}</dd>
        <dt>PIN</dt>
        <dd>{person.hasPin ? 'set' : 'not set'}</dd>
        <dt>ID</dt>
        <dd>
          <code>{person.id}</code>
        </dd>
      </dl>
    </Card>
  )
}

function Organizations({ person: { organizations } }: { person: Person }) {
  if (organizations.length === 0) return null
  return (
    <Card title="Organizations">
      <Rows
        head={['Organization', 'Role', 'Since', 'Seat', 'Access until']}
        rows={organizations.map(({ id, name, role, joinedAt, seat, seatSince, accessUntil }) => [
          id,
          [
            name,
            role,
            formatMoment(joinedAt),
            seatSince === null ? seat : `since ${formatMoment(seatSince)}`,
            formatMoment(accessUntil),
          ],
        ])}
      />
    </Card>
  )
}

function Learning({ person: { courses, learnedDays, lastDay } }: { person: Person }) {
  return (
    <Card title="Learning">
      <p>
        {learnedDays} {learnedDays === 1 ? 'day' : 'days'} learned{lastDay === null ? '' : `, last on ${lastDay}`}
      </p>
      {courses.length === 0 ? (
        <Empty>No lesson started yet.</Empty>
      ) : (
        <Rows
          head={['Course', 'Started', 'Finished']}
          rows={courses.map(({ id, title, started, finished }) => [id, [title, started, finished]])}
        />
      )}
    </Card>
  )
}

function Certificates({ person: { certificates }, onAct }: { person: Person; onAct: ((act: Act) => void) | null }) {
  return (
    <Card title="Certificates">
      {certificates.length === 0 ? (
        <Empty>None yet.</Empty>
      ) : (
        <Rows
          head={['Course', 'Name', 'Issued']}
          rows={certificates.map((one) => [one.id, [one.courseName, one.name, formatMoment(one.issuedAt)]])}
        />
      )}
      {onAct && certificates.length > 0 ? (
        <div className={layout.cluster}>
          <button type="button" className={layout.button} onClick={() => onAct({ kind: 'name' })}>
            Correct the name
          </button>
        </div>
      ) : null}
    </Card>
  )
}

function Mails({ person: { mails }, onAct }: { person: Person; onAct: ((act: Act) => void) | null }) {
  const stateOf = ({ sentAt, refusedAt }: Person['mails'][number]): string => {
    if (refusedAt !== null) return `Refused ${formatMoment(refusedAt)}`
    return sentAt === null ? 'Waiting' : `Sent ${formatMoment(sentAt)}`
  }
  return (
    <Card title="Emails">
      {mails.length === 0 ? (
        <Empty>No email in the time that we keep them.</Empty>
      ) : (
        <Rows
          head={['Email', 'Ordered', 'State', '']}
          rows={mails.map((mail) => [
            mail.id,
            [
              mail.template.replaceAll('_', ' '),
              formatMoment(mail.createdAt),
              stateOf(mail),
              onAct ? (
                <button
                  key="again"
                  type="button"
                  className={layout.button}
                  aria-label={`Send ${mail.template.replaceAll('_', ' ')} again`}
                  onClick={() => onAct({ kind: 'mail', mail })}
                >
                  Send again
                </button>
              ) : null,
            ],
          ])}
        />
      )}
    </Card>
  )
}

function SignIns({ person: { signIns, knownDevices } }: { person: Person }) {
  return (
    <Card title="Sign-ins">
      <p>
        {knownDevices} known {knownDevices === 1 ? 'device' : 'devices'}
      </p>
      {signIns.length === 0 ? (
        <Empty>None in the time that we keep them.</Empty>
      ) : (
        <Rows
          head={['Signed in', 'Last used', 'Ended']}
          rows={signIns.map(({ createdAt, lastUsedAt, endedAt, endReason }) => [
            createdAt,
            [
              formatMoment(createdAt),
              formatMoment(lastUsedAt),
              endedAt === null ? '–' : `${formatMoment(endedAt)} ${(endReason ?? 'expired').replaceAll('_', ' ')}`,
            ],
          ])}
        />
      )}
    </Card>
  )
}

function Consents({ person: { consents } }: { person: Person }) {
  return (
    <Card title="Consents">
      {consents.length === 0 ? (
        <Empty>None recorded.</Empty>
      ) : (
        <Rows
          head={['Purpose', 'Given', 'When']}
          rows={consents.map(({ purpose, isGiven, decidedAt }) => [
            `${purpose}${decidedAt}`,
            [purpose, isGiven ? 'yes' : 'no', formatMoment(decidedAt)],
          ])}
        />
      )}
    </Card>
  )
}

/** A short table; each row has its key. */
export function Rows({
  head,
  rows,
}: {
  head: readonly string[]
  rows: readonly (readonly [string | number, readonly ReactNode[]])[]
}) {
  return (
    <div className={layout.scroll}>
      <table className={layout.plain}>
        <thead>
          <tr>
            {head.map((title) => (
              <th key={title} scope="col">
                {title === '' ? <span className="visually-hidden">Actions</span> : title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(([key, cells]) => (
            <tr key={key}>
              {head.map((title, at) => (
                <td key={title}>{cells[at]}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
