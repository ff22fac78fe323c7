import { languageDetails } from '@kitewise/rules/language'
import { useEffect, useState } from 'react'
import { IntlProvider } from 'use-intl'
import { Toaster } from '../../web/src/components/toaster.tsx'
import { keepFocusInView } from '../../web/src/lib/focus-in-view.ts'
import { courseIn, findLesson } from './course.ts'
import type { Connection } from './lms/connection.ts'
import { CourseScreen } from './screens/course-screen.tsx'
import { LeftScreen } from './screens/left-screen.tsx'
import { LessonDone } from './screens/lesson-done.tsx'
import { LessonScreen } from './screens/lesson-screen.tsx'
import styles from './screens/player.module.css'
import { useRecord } from './state/use-record.ts'

/** A packaged course: its page, a lesson, or the moment after one. */
export function Player({ connection }: { connection: Connection }) {
  const record = useRecord(connection)
  const { language, lesson: lessonId } = record.state
  const [isLeft, setLeft] = useState(false)
  const [done, setDone] = useState<string | null>(null)
  const { course, texts } = courseIn(language)
  const locale = languageDetails[language].bcp47
  useEffect(keepFocusInView, [])
  useEffect(() => {
    document.documentElement.lang = locale
    document.title = course.title
  }, [locale, course.title])

  const lesson = lessonId === null ? null : findLesson(language, lessonId)
  const finished = done === null ? null : findLesson(language, done)
  const leave = async (): Promise<void> => {
    if (await record.end()) setLeft(true)
  }
  return (
    <IntlProvider locale={locale} messages={texts} timeZone="UTC">
      <main className={lesson && !finished && !isLeft ? styles.lesson : styles.page}>
        {isLeft ? (
          <LeftScreen />
        ) : finished ? (
          <LessonDone lesson={finished} record={record} onClose={() => setDone(null)} />
        ) : lesson ? (
          <LessonScreen
            key={lesson.id}
            lesson={lesson}
            record={record}
            onFinished={() => {
              record.dispatch({ type: 'finished', lesson: lesson.id })
              record.dispatch({ type: 'left' })
              setDone(lesson.id)
            }}
          />
        ) : (
          <CourseScreen record={record} recording={connection.recording} onLeave={leave} />
        )}
      </main>
      <Toaster />
    </IntlProvider>
  )
}
