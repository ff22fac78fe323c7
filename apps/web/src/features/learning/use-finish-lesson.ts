import type { Lesson } from '@kitewise/contract/entities'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import { useLocation } from 'wouter'
import { courseProgressQuery, lessonMomentKey } from '../../lib/learning-queries.ts'
import { logError } from '../../lib/log-error.ts'
import { paths } from '../../lib/paths.ts'
import { streakQuery } from '../../lib/queries.ts'
import { useLearner } from '../../lib/session/session.ts'
import { toast } from '../../lib/toast.ts'
import { finishLesson, lessonProgressQuery } from './api.ts'
import { momentOf } from './lesson-moment.ts'

/** The way on doesn't wait longer for the streak and the peak. Milliseconds. */
const patienceMs = 1_000

const soon = async <Value>(value: Promise<Value>): Promise<Value | null> =>
  Promise.race([value.catch(() => null), new Promise<null>((resolve) => setTimeout(resolve, patienceMs, null))])

/** Waits for the given writes to be stored first. */
export function useFinishLesson(lesson: Lesson) {
  const t = useTranslations('lesson')
  const [, navigate] = useLocation()
  const client = useQueryClient()
  const { id: userId } = useLearner()
  const { mutateAsync, isPending, isError } = useMutation({
    mutationFn: async (stored: Promise<unknown>) => {
      await stored
      return finishLesson(client, userId, lesson)
    },
    onSuccess: async (course) => {
      const streakBefore = client.getQueryData(streakQuery.queryKey)
      const { queryKey } = courseProgressQuery(userId, lesson.course.id)
      // A read that started before the finish would restore the older state.
      await client.cancelQueries({ queryKey })
      client.setQueryData(queryKey, course)
      const streak = await soon(client.fetchQuery({ ...streakQuery, staleTime: 0 }))
      const progress = client.getQueryData(lessonProgressQuery(userId, lesson.id).queryKey)
      const moment = momentOf({ lesson, progress, course, streakBefore, streak })
      if (moment) client.setQueryData(lessonMomentKey(lesson.course.id), moment)
      else toast.success(t('finishedToast', { title: lesson.title }))
      navigate(paths.course(lesson.course.id))
      void client.invalidateQueries({ queryKey: lessonProgressQuery(userId, lesson.id).queryKey })
    },
    onError: (error) => {
      logError('Failed to finish lesson', error)
      void client.invalidateQueries({ queryKey: lessonProgressQuery(userId, lesson.id).queryKey })
    },
  })
  return {
    finish: async (stored: Promise<unknown>): Promise<void> => {
      // The mutation keeps its error for `hasFailed`.
      await mutateAsync(stored).catch(() => undefined)
    },
    isFinishing: isPending,
    hasFailed: isError && !isPending,
  }
}
