import type { Course, CourseProgress, LessonSummary } from '@kitewise/contract/entities'

/** Course and progress for tests: two levels of two lessons. Tests override what they need. */
const image = (id: string) => ({
  url: `/covers/${id}.svg`,
  alternativeText: `Picture of ${id}`,
})

const makeLesson = (id: string): LessonSummary => ({
  id,
  title: `Lesson ${id}`,
  content: 'What you can do afterwards.',
  image: { ...image(id), formats: { small: { url: '/covers/s.svg' }, thumbnail: { url: '/covers/t.svg' } } },
  minutes: 5,
  fragmentCount: 4,
})

export function makeCourse(overrides: Partial<Course> = {}): Course {
  return {
    id: 'course',
    title: 'A course',
    description: 'What it is about.',
    level: 'beginner',
    language: 'en',
    totalLessons: 4,
    totalMinutes: 20,
    translatedLessons: 4,
    featuredImage: {
      ...image('course'),
      formats: { medium: { url: '/covers/m.svg' }, small: { url: '/covers/s.svg' } },
    },
    chapters: [
      { id: 'c1', title: 'First level', lessons: [makeLesson('l1'), makeLesson('l2')] },
      { id: 'c2', title: 'Second level', lessons: [makeLesson('l3'), makeLesson('l4')] },
    ],
    progressMessages: [
      { id: 'm0', title: 'Ready', description: 'Begin.', percentProgress: 0 },
      { id: 'm50', title: 'Half way', description: 'You can ask well now.', percentProgress: 50 },
      { id: 'm100', title: 'Done', description: 'All of it.', percentProgress: 100 },
    ],
    ...overrides,
  }
}

/** Progress with these lessons finished and, if named, one started at a fragment. */
export function makeProgress(
  finishedLessons: string[],
  current: { lesson: string; fragmentIndex: number } | null = null,
): CourseProgress {
  return {
    courseId: 'course',
    status:
      finishedLessons.length === 4
        ? 'completed'
        : finishedLessons.length > 0 || current
          ? 'in_progress'
          : 'not_started',
    totalLessons: 4,
    lessonsCompleted: finishedLessons.length,
    percent: finishedLessons.length * 25,
    thumbnail: '/covers/t.svg',
    chapters: [],
    progressInfo: {
      finishedLessons,
      startedLessons: current ? [...finishedLessons, current.lesson] : finishedLessons,
      lesson: current?.lesson ?? null,
      fragmentIndex: current?.fragmentIndex ?? 0,
    },
  }
}
