import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useSearchParams } from 'wouter'
import layout from '../../components/layout.module.css'
import { Empty, Failure, Loading } from '../../components/page.tsx'
import { call, type Data, RefusedError, sentenceOf } from '../../lib/call.ts'
import styles from './draft-preview.module.css'
import { DraftSource } from './draft-source.tsx'

type Drafts = Data<'contentDrafts'>
type Chosen = { course: string; lesson: string; language: string }

/** A lesson of the content folder as its files are now: its source, and what learners will see. */
export function DraftPreview() {
  const result = useQuery({ queryKey: ['contentDrafts'], queryFn: () => call('contentDrafts'), staleTime: 0 })
  if (result.error) return <Unreadable error={result.error} onRetry={() => void result.refetch()} />
  if (!result.data) return <Loading />
  return (
    <>
      <p className={layout.soft}>
        Lessons as the files in the content folder of this server are now. Nothing is published here: learners get a
        lesson with the content folder of a release.
      </p>
      <Pickers drafts={result.data} />
    </>
  )
}

function Unreadable({ error, onRetry }: { error: Error; onRetry: () => void }) {
  const isMissing = error instanceof RefusedError && error.code === 'content_unreadable'
  return (
    <>
      <Failure message={sentenceOf(error)} onRetry={onRetry} />
      {isMissing ? (
        <p>
          The server runs from its release alone, so there are no drafts to show. Set <code>CONTENT_DIR</code> to a
          content folder that it can read.
        </p>
      ) : null}
    </>
  )
}

function Pickers({ drafts: { courses, languages } }: { drafts: Drafts }) {
  const [params, setParams] = useSearchParams()
  const course = courses.find(({ id }) => id === params.get('course')) ?? courses[0]
  const lesson = course?.lessons.find(({ id }) => id === params.get('lesson')) ?? course?.lessons[0]
  const language = languages.find((code) => code === params.get('language')) ?? 'en'
  const choose = (changes: Partial<Chosen>): void =>
    setParams((before) => new URLSearchParams({ ...Object.fromEntries(before), ...changes }), { replace: true })
  if (!course || !lesson) return <Empty>There is no lesson in the content folder.</Empty>
  const isThere = lesson.languages.some((code) => code === language)
  return (
    <>
      <div className={layout.cluster}>
        <Picker
          title="Course"
          value={course.id}
          options={courses.map(({ id }) => id)}
          onPick={(id) => choose({ course: id, lesson: '' })}
        />
        <Picker
          title="Lesson"
          value={lesson.id}
          options={course.lessons.map(({ id }) => id)}
          onPick={(id) => choose({ lesson: id })}
        />
        <Picker title="Language" value={language} options={languages} onPick={(code) => choose({ language: code })} />
      </div>
      {isThere ? null : <p role="status">There is no {language}.md. Learners see this lesson in English.</p>}
      <Draft course={course.id} lesson={lesson.id} language={language} />
    </>
  )
}

type PickerParts = { title: string; value: string; options: readonly string[]; onPick: (value: string) => void }

const Picker = ({ title, value, options, onPick }: PickerParts) => (
  <label className={layout.field}>
    {title}
    <select value={value} onChange={(event) => onPick(event.currentTarget.value)}>
      {options.map((option) => (
        <option key={option}>{option}</option>
      ))}
    </select>
  </label>
)

function Draft(chosen: Chosen) {
  const result = useQuery({
    queryKey: ['contentDraft', chosen],
    queryFn: () => call('contentDraft', { params: chosen, query: { language: chosen.language } }),
    placeholderData: keepPreviousData,
    staleTime: 0,
    // Authors come back from their editor.
    refetchOnWindowFocus: true,
  })
  const { data, isFetching } = result
  return (
    <>
      <div className={layout.cluster}>
        <button type="button" className={layout.button} disabled={isFetching} onClick={() => void result.refetch()}>
          Read the files again
        </button>
        <span role="status" className={layout.soft}>
          {isFetching ? 'Reading the files …' : ''}
        </span>
      </div>
      {result.error ? <Failure message={sentenceOf(result.error)} onRetry={() => void result.refetch()} /> : null}
      {data && !result.isPlaceholderData ? (
        <div className={styles.halves}>
          <DraftSource draft={data} />
          <Phone draft={data} {...chosen} />
        </div>
      ) : null}
    </>
  )
}

/** The web app's own page. A changed draft loads it anew. */
function Phone({ draft: { lesson, version }, ...chosen }: Chosen & { draft: Data<'contentDraft'> }) {
  const [params, setParams] = useSearchParams()
  if (!lesson) return <Empty>The lesson can’t be shown until its errors are corrected.</Empty>
  const part = Math.min(Number(params.get('part')) || 0, lesson.fragments.length - 1)
  const path = [chosen.course, chosen.lesson, chosen.language].map(encodeURIComponent).join('/')
  return (
    <section className={layout.stack} aria-label="As learners see it">
      <label className={layout.field}>
        Open at
        <select
          value={part}
          onChange={({ currentTarget: { value } }) =>
            setParams((before) => new URLSearchParams({ ...Object.fromEntries(before), part: value }), {
              replace: true,
            })
          }
        >
          {lesson.fragments.map(({ id, title }, index) => (
            <option key={id} value={index}>
              {`${index + 1}. ${title}`}
            </option>
          ))}
        </select>
      </label>
      <div className={styles.phone}>
        {/* oxlint-disable-next-line react/iframe-missing-sandbox -- our own page, which needs our origin and scripts */}
        <iframe
          key={`${version} ${part}`}
          title={`Preview of ${lesson.title}`}
          src={`/desk/preview/${path}?fragment=${part}`}
          width={390}
          height={844}
        />
      </div>
    </section>
  )
}
