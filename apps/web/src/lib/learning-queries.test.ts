import { expect, it } from 'vitest'
import { makeProgress } from '../test-support/make-course.ts'
import { overlayPlace } from './learning-queries.ts'

const write = (call: string, lessonId: string, fragmentIndex: number, completed: boolean) => ({
  path: `/api/user-course-progress/${call}/u1/${lessonId}/${fragmentIndex}`,
  body: { lessonId, fragmentIndex, completed },
})
const completed = (fragmentIndex: number, lessonId = 'l2') => write('fragment', lessonId, fragmentIndex, true)

it('a lesson finished without a connection opens the next one', () => {
  const path = '/api/user-course-progress/finish-lesson/u1/l2/course'
  const chapters = [{ id: 'c', title: 'C', lessons: ['l1', 'l2', 'l3'].map((id) => ({ id, title: id })) }]
  const before = { ...makeProgress(['l1'], { lesson: 'l2', fragmentIndex: 4 }), chapters }
  const after = overlayPlace(before, [{ path, body: {} }])
  expect(after).toMatchObject({ lessonsCompleted: 2, percent: 67, status: 'in_progress' })
  expect(after.progressInfo).toMatchObject({ finishedLessons: ['l1', 'l2'], lesson: null, fragmentIndex: 0 })
  expect(overlayPlace(after, [{ path, body: {} }])).toEqual(after)
  expect(overlayPlace(after, [completed(0, 'l3')]).progressInfo).toMatchObject({ lesson: 'l3', fragmentIndex: 1 })
})

it.each([
  ['moves past a completed fragment', [completed(1)], 2],
  ['moves past consecutive completed fragments', [completed(1), completed(2)], 3],
  ['counts nothing twice', [completed(1), completed(2), completed(1), completed(2)], 3],
  ['stays before a fragment that is missing', [completed(2)], 1],
  ['stays at a fragment that is only started', [write('fragment', 'l2', 1, false)], 1],
  ['stays after a practice', [write('submit-practice', 'l2', 1, true)], 1],
  ['stays after a write of another lesson', [completed(1, 'l1')], 1],
])('the place in the current lesson %s', (_, writes, place) => {
  const progress = makeProgress(['l1'], { lesson: 'l2', fragmentIndex: 1 })
  expect(overlayPlace(progress, writes).progressInfo.fragmentIndex).toBe(place)
})
