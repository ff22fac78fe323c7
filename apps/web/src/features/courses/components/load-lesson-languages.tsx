import { queryOptions } from '@tanstack/react-query'
import { call } from '../../../lib/api-client.ts'
import { interfaceLocale } from '../../../lib/i18n/language.ts'
import { useRead } from '../../../lib/use-read.ts'
import { LessonLanguages } from './lesson-languages.tsx'

function lessonLanguagesQuery() {
  return queryOptions({
    queryKey: ['lesson-languages', interfaceLocale()],
    queryFn: ({ signal }) => call('GET /api/lesson-languages', { signal }),
    staleTime: 5 * 60_000,
  })
}

/** Shows nothing until the numbers have loaded, or without them. */
export function LoadLessonLanguages({ className }: { className: string | undefined }) {
  const { data } = useRead(lessonLanguagesQuery())
  if (data === undefined) return null
  return (
    <p className={className}>
      <LessonLanguages counts={data} />
    </p>
  )
}
