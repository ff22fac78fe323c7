import type { Lesson } from '@kitewise/contract/entities'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from 'react-router'
import { courseProgressQuery } from '../../lib/learning-queries.ts'
import { logError } from '../../lib/log-error.ts'
import { paths } from '../../lib/paths.ts'
import { useLearner } from '../../lib/session/use-learner.ts'
import { startLesson } from './api.ts'

/** Starts a lesson and opens it. When starting fails it opens all the same: the first write in it starts it too. */
export const useStartLesson = (lesson: Lesson) => {
  const navigate = useNavigate()
  const client = useQueryClient()
  const { id: userId } = useLearner()
  const { mutate, isPending } = useMutation({
    mutationFn: () => startLesson(userId, lesson),
    onSuccess: (course) => client.setQueryData(courseProgressQuery(userId, lesson.course.id).queryKey, course),
    onError: (error) => logError('Failed to start lesson', error),
    onSettled: () => void navigate(paths.lessonLearn(lesson.course.id, lesson.id)),
  })
  return { start: () => mutate(), isStarting: isPending }
}
