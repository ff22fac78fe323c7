import type { Lesson } from '@kitewise/contract/entities'
import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from 'react-router'
import { courseProgressQuery } from '../../lib/learning-queries.ts'
import { logError } from '../../lib/log-error.ts'
import { paths } from '../../lib/paths.ts'
import { useLearner } from '../../lib/session/session.ts'
import { useAction } from '../../lib/use-action.ts'
import { startLesson } from './api.ts'

/** Starts a lesson and opens it. When starting fails it opens all the same: the first write in it starts it too. */
export const useStartLesson = (lesson: Lesson) => {
  const navigate = useNavigate()
  const client = useQueryClient()
  const { id: userId } = useLearner()
  const { run, isBusy } = useAction(async () => {
    try {
      client.setQueryData(courseProgressQuery(userId, lesson.course.id).queryKey, await startLesson(userId, lesson))
    } catch (error) {
      logError('Failed to start lesson', error)
    }
    void navigate(paths.lessonLearn(lesson.course.id, lesson.id))
  })
  return { start: () => run(), isStarting: isBusy }
}
