import { useQuery } from '@tanstack/react-query'
import { useParams } from 'wouter'
import layout from '../../components/layout.module.css'
import { Empty, Failure, Loading, Page } from '../../components/page.tsx'
import { call, type Data, sentenceOf } from '../../lib/call.ts'
import { formatMoment } from '../../lib/format.ts'
import { Rows } from './person-page.tsx'

type View = Data<'readSupportView'>

/** Asked again each minute, so that nothing stays on the screen after the learner has ended it. */
const askAgainMs = 60_000

/** What a learner lets support read with a code. Nothing here changes anything. */
export function SupportViewPage() {
  const { userId = '' } = useParams()
  const { data, error } = useQuery({
    queryKey: ['readSupportView', userId],
    queryFn: () => call('readSupportView', { params: { userId } }),
    refetchInterval: ({ state }) => (state.error ? false : askAgainMs),
    gcTime: 0,
  })
  if (error)
    return (
      <Page title="Support view">
        <Failure message={sentenceOf(error)} />
      </Page>
    )
  if (!data) return <Loading />
  return (
    <Page title="Support view">
      <p>
        Read-only until {formatMoment(data.endsAt)}, or until the learner ends it. Each look is in the audit log, and
        the learner sees that you’re here.
      </p>
      <Settings settings={data.settings} />
      <Lessons lessons={data.lessons} />
      <Answers answers={data.answers} />
      <Prompts prompts={data.prompts} />
    </Page>
  )
}

function Settings({ settings }: { settings: View['settings'] }) {
  const { language, firstName, dailyGoalMinutes, lineOfWork, marketing, remindsByMail, reminderHour, timeZone } =
    settings
  const reminders =
    remindsByMail === null ? 'never chosen' : `${remindsByMail ? 'by email' : 'off'}, ${reminderHour}:00 in ${timeZone}`
  return (
    <section className={layout.card}>
      <h2>Settings</h2>
      <dl className={layout.facts}>
        <dt>Language</dt>
        <dd>{language}</dd>
        <dt>First name</dt>
        <dd>{firstName ?? '–'}</dd>
        <dt>Daily goal</dt>
        <dd>{dailyGoalMinutes === null ? '–' : `${dailyGoalMinutes} minutes`}</dd>
        <dt>Line of work</dt>
        <dd>{lineOfWork ?? '–'}</dd>
        <dt>Reminders</dt>
        <dd>{reminders}</dd>
        <dt>Marketing</dt>
        <dd>{marketing ? 'yes' : 'no'}</dd>
      </dl>
    </section>
  )
}

function Lessons({ lessons }: { lessons: View['lessons'] }) {
  return (
    <section className={layout.card}>
      <h2>Progress</h2>
      {lessons.length === 0 ? <Empty>No lesson started yet.</Empty> : null}
      {lessons.length === 0 ? null : (
        <Rows
          head={['Course', 'Lesson', 'Parts read', 'Started', 'Finished']}
          rows={lessons.map((one) => [
            one.id,
            [
              one.course,
              one.title,
              `${one.partsRead} of ${one.parts ?? '?'}`,
              formatMoment(one.startedAt),
              formatMoment(one.finishedAt),
            ],
          ])}
        />
      )}
    </section>
  )
}

function Answers({ answers }: { answers: View['answers'] }) {
  return (
    <section className={layout.card}>
      <h2>Answers</h2>
      {answers.length === 0 ? <Empty>None yet.</Empty> : null}
      {answers.length === 0 ? null : (
        <Rows
          head={['Lesson', 'Task', 'Answer', 'Result', 'When']}
          rows={answers.map((one) => [
            one.practiceId,
            [one.lesson, one.task, one.answer ?? '–', one.outcome, formatMoment(one.answeredAt)],
          ])}
        />
      )}
    </section>
  )
}

function Prompts({ prompts }: { prompts: View['prompts'] }) {
  return (
    <section className={layout.card}>
      <h2>Prompts and feedback</h2>
      {prompts.length === 0 ? <Empty>None yet.</Empty> : null}
      {prompts.map(({ id, lesson, task, prompt, score, comment, missing, evaluatedAt }) => (
        <article key={id} className={layout.stack}>
          <h3>
            {lesson}: {task}
          </h3>
          <p>
            {prompt ?? (
              <span className={layout.soft}>Its text isn’t stored, because it was neither passed nor handed in.</span>
            )}
          </p>
          <p>
            Score {score}, {formatMoment(evaluatedAt)}. {comment}
          </p>
          {missing.length === 0 ? null : <p className={layout.soft}>Not found: {missing.join(', ')}</p>}
        </article>
      ))}
    </section>
  )
}
