import type {
  CourseProgress,
  Fragment,
  Lesson,
  LessonProgress,
  Practice,
  PracticeResult,
} from '@kitewise/contract/entities'
import { makeCourse, makeProgress } from './make-course.ts'

/** `a` is wrong, `b` is right. */
export function makeChoiceQuestion(overrides: Partial<Practice> = {}): Practice {
  return {
    id: 'quiz',
    practiceType: 'SINGLE_CHOICE_TEST',
    isRequired: true,
    recalls: null,
    promptCreation: null,
    singleChoiceTest: {
      question: 'Which one is right?',
      hint: 'It is the second one.',
      options: [
        { id: 'a', text: 'The first', isCorrect: false, feedback: 'The first is wrong because it is first.' },
        { id: 'b', text: 'The second', isCorrect: true },
      ],
      correctChoiceMessage: 'Yes, the second.',
      wrongChoiceMessage: 'No, not that one.',
    },
    ...overrides,
  }
}

export function makePrompt(overrides: Partial<Practice> = {}): Practice {
  return {
    id: 'prompt',
    practiceType: 'PROMPT_CREATION',
    isRequired: true,
    recalls: null,
    promptCreation: {
      title: 'Welcome, neighbors',
      description: 'Write a prompt for a note.',
      fullDescription: 'Ask for a note for the **new neighbors**.',
      tip: 'Start with a verb.',
    },
    singleChoiceTest: null,
    ...overrides,
  }
}

export function makeFragment(number: number, practices: Practice[] = []): Fragment {
  return {
    id: `f${number}`,
    title: `Idea ${number}`,
    content: practices.length === 0 ? `Text ${number}.` : `Text ${number}.\n\n[PRACTICE_1]\n\nAfter the practice.`,
    practices,
  }
}

/** The first lesson of `makeCourse`, by default with three fragments: text, a quiz, text. */
export function makeFullLesson(overrides: Partial<Lesson> = {}): Lesson {
  return {
    id: 'l1',
    title: 'A first lesson',
    content: 'What it is about.',
    language: 'en',
    minutes: 4,
    image: {
      url: '/covers/l1.svg',
      alternativeText: 'A kite',
      formats: { small: { url: '' }, thumbnail: { url: '' } },
    },
    fragments: [makeFragment(1), makeFragment(2, [makeChoiceQuestion()]), makeFragment(3)],
    chapter: { id: 'c1', title: 'First level' },
    course: { id: 'course', title: 'A course' },
    ...overrides,
  }
}

/** @param completed how many fragments are completed, from the first */
export function makeLessonProgress(
  lesson: Lesson,
  completed: number,
  { finished = false, results = [] }: { finished?: boolean; results?: PracticeResult[] } = {},
): LessonProgress {
  return {
    lessonId: lesson.id,
    started: true,
    finished,
    fragmentProgress: Object.fromEntries(
      lesson.fragments.map((fragment, index) => [
        String(index),
        {
          fragmentId: fragment.id,
          completed: index < completed,
          timeSpent: index < completed ? 30 : 0,
          secondsToCount: index < completed ? 0 : 5,
          practiceResults: results.filter((result) => fragment.practices.some(({ id }) => id === result.practiceId)),
        },
      ]),
    ),
  }
}

/** Progress in `makeCourse` with its chapters' lessons, which say what is locked. */
export function makeProgressWithLessons(finishedLessons: string[]): CourseProgress {
  return {
    ...makeProgress(finishedLessons),
    chapters: (makeCourse().chapters ?? []).map(({ id, title, lessons = [] }) => ({ id, title, lessons })),
  }
}
