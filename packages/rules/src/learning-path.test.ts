import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { learningPath, nextOnPath, type PathCourse } from './learning-path.ts'
import { canOpenLesson, lessonState } from './lesson-state.ts'

const course = (id: string, tags: Record<string, PathCourse['lessons'][number]['linesOfWork']>): PathCourse => ({
  id,
  lessons: Object.entries(tags).map(([lesson, linesOfWork]) => ({ id: `${id}.${lesson}`, linesOfWork })),
})

const courses = [
  course('a', { l1: undefined, l2: ['shop', 'office'], l3: ['care'], l4: ['shop'] }),
  course('b', { l1: ['shop'], l2: [] }),
]

const learner = (finishedLessons: string[], started: string[] = []) => ({
  finishedLessons,
  startedLessons: [...finishedLessons, ...started],
})

describe('the path for a line of work', () => {
  it('has the matching lessons, courses in their order and lessons in the order of their course', () => {
    const path = learningPath(courses, 'shop', learner([]))
    expect(path.map(({ courseId, id }) => [courseId, id])).toEqual([
      ['a', 'a.l2'],
      ['a', 'a.l4'],
      ['b', 'b.l1'],
    ])
    expect(learningPath(courses, 'jobSearch', learner([]))).toEqual([])
  })

  it.each([
    ['nothing', [], [], { 'a.l2': ['a.l1'], 'a.l4': ['a.l1', 'a.l2', 'a.l3'], 'b.l1': [] }],
    ['the lesson before', ['a.l1'], [], { 'a.l2': [], 'a.l4': ['a.l2', 'a.l3'], 'b.l1': [] }],
    ['the lesson itself', ['a.l1', 'a.l2'], [], { 'a.l2': [], 'a.l4': ['a.l3'], 'b.l1': [] }],
    ['lessons before a new one was added', ['a.l2', 'a.l3'], [], { 'a.l2': [], 'a.l4': [], 'b.l1': [] }],
    ['nothing, but started the last one', [], ['a.l4'], { 'a.l2': ['a.l1'], 'a.l4': [], 'b.l1': [] }],
  ])('says which lessons come first for a learner who has finished %s', (_, finished, started, expected) => {
    const path = learningPath(courses, 'shop', learner(finished, started))
    expect(Object.fromEntries(path.map(({ id, waitsFor }) => [id, waitsFor]))).toEqual(expected)
  })

  it('marks finished lessons', () => {
    const path = learningPath(courses, 'shop', learner(['a.l1', 'a.l2']))
    expect(path.map(({ isFinished }) => isFinished)).toEqual([true, false, false])
  })

  it('lets every lesson be reached: what it waits for begins with an open lesson and ends right before it', () => {
    const ids = ['l1', 'l2', 'l3', 'l4', 'l5']
    const one = course('a', Object.fromEntries(ids.map((id) => [id, ['care']])))
    const all = one.lessons.map(({ id }) => id)
    fc.assert(
      fc.property(fc.subarray(all), fc.shuffledSubarray(all), (finished, started) => {
        const progress = learner(finished, started)
        for (const { id, waitsFor } of learningPath([one], 'care', progress)) {
          const [first = id] = waitsFor
          expect(canOpenLesson(lessonState(all, progress, first))).toBe(true)
          expect([...waitsFor, id]).toEqual(all.slice(all.indexOf(first), all.indexOf(id) + 1))
          for (const wait of waitsFor) expect(finished).not.toContain(wait)
        }
      }),
    )
  })
})

describe('the next lesson of the path', () => {
  it.each([
    ['the first one for a beginner', [], [], 'a.l2'],
    ['the first unfinished one', ['a.l2'], [], 'a.l4'],
    ['the one in progress, wherever it is', [], ['b.l1'], 'b.l1'],
    ['not a lesson in progress that is not of the path', ['a.l2'], ['a.l3'], 'a.l4'],
    ['none when all are finished', ['a.l2', 'a.l4', 'b.l1'], [], null],
  ])('is %s', (_, finished, started, expected) => {
    const progress = learner(finished, started)
    expect(nextOnPath(learningPath(courses, 'shop', progress), progress)?.id ?? null).toBe(expected)
  })
})
