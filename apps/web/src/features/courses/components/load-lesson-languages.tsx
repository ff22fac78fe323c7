import { call } from '../../../lib/api-client.ts'
import { useReadOnShow } from '../../../lib/read-on-show.ts'
import { LessonLanguages } from './lesson-languages.tsx'

/** Shows nothing until the numbers have loaded, or without them. */
export function LoadLessonLanguages({ className }: { className: string | undefined }) {
  const { data } = useReadOnShow((signal) => call('GET /api/lesson-languages', { signal }))
  if (data === undefined) return null
  return (
    <p className={className}>
      <LessonLanguages counts={data} />
    </p>
  )
}
