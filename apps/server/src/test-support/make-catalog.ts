import type {
  Catalog,
  CatalogCourse,
  CatalogFragment,
  CatalogLesson,
  CatalogPractice,
  OnboardingQuiz,
} from '@kitewise/content/catalog'

/**
 * A course in short form: chapters, lessons, the last part of each fragment's id, and its practice. `quiz` has
 * the options a (right), b and c; `prompt` is a prompt task. Both are required. `reveal` and `sort`
 * (item `a` belongs to `green`) are light exercises. The last prompt task is the capstone.
 */
type PracticeSketch = 'quiz' | 'prompt' | 'reveal' | 'sort'

export type CourseSketch = {
  id: string
  chapters: Record<string, Record<string, Record<string, PracticeSketch[]>>>
  /** Of each fragment. 0 unless the test is about reading, so that fragments count immediately. */
  readingSeconds?: number
}

const only = <Words>(words: Words) => new Map([['en', words]])

const makeReveal = (id: string): CatalogPractice => ({
  id,
  type: 'REVEAL',
  isRequired: false,
  recalls: null,
  slots: { choice: { options: ['a', 'b'], correct: 'b' } },
  words: only({
    kind: 'reveal',
    question: 'What will it do?',
    options: [
      { id: 'a', text: 'Ask' },
      { id: 'b', text: 'Guess' },
    ],
    reveal: 'It guesses.',
  }),
})

const makeSort = (id: string): CatalogPractice => ({
  id,
  type: 'SORT',
  isRequired: false,
  recalls: null,
  slots: { a: { options: ['green', 'red'], correct: 'green' } },
  words: only({
    kind: 'sort',
    question: 'Which color is it?',
    groups: [
      { id: 'green', text: 'Green' },
      { id: 'red', text: 'Red' },
    ],
    items: [{ id: 'a', text: 'Ideas for a picnic', why: 'Nothing breaks.' }],
  }),
})

const makeRequired = (id: string, kind: 'quiz' | 'prompt'): CatalogPractice =>
  kind === 'quiz'
    ? {
        id,
        type: 'SINGLE_CHOICE_TEST',
        isRequired: true,
        recalls: null,
        options: ['a', 'b', 'c'],
        correct: 'a',
        words: only({
          question: `Which one, ${id}?`,
          hint: 'The first.',
          options: Object.fromEntries(
            ['a', 'b', 'c'].map((option) => [option, { text: option, feedback: `${option}!` }]),
          ),
          correct: 'Yes.',
          wrong: 'No.',
        }),
      }
    : {
        id,
        type: 'PROMPT_CREATION',
        isRequired: true,
        recalls: null,
        points: [{ id: 'task', kind: 'request', of: 'write', level: 'must' }],
        words: only({
          title: `Task ${id}`,
          description: 'Ask for a poem.',
          full: 'Ask the assistant to write a short poem about kites for your neighbour.',
          tip: 'Say what to write.',
          model: 'Write a short poem about kites for my neighbour, please.',
          points: {
            task: {
              name: 'What to write',
              hint: 'Say what the assistant should write.',
              add: 'Write a short poem.',
              answer: 'Up it goes, the little kite.',
              without: 'Kites are flown in wind.',
            },
          },
        }),
      }

const makePractice = (id: string, kind: PracticeSketch): CatalogPractice => {
  if (kind === 'reveal') return makeReveal(id)
  return kind === 'sort' ? makeSort(id) : makeRequired(id, kind)
}

const makeFragment = (id: string, practices: PracticeSketch[], readingSeconds: number): CatalogFragment => ({
  id,
  practices: practices.map((kind, index) => makePractice(`${id}.p${index + 1}`, kind)),
  words: only({ title: `Title of ${id}`, content: `Words of ${id}.`, pictures: [], facts: [], readingSeconds }),
})

const makeCourse = ({ id, chapters, readingSeconds = 0 }: CourseSketch): CatalogCourse => {
  const made = Object.entries(chapters).map(([chapter, lessons]) => ({
    id: `${id}.${chapter}`,
    lessons: Object.entries(lessons).map(([lesson, fragments]): CatalogLesson => ({
      id: `${id}.${lesson}`,
      minutes: 5,
      fragments: Object.entries(fragments).map(([name, practices]) =>
        makeFragment(`${id}.${lesson}.${name}`, practices, readingSeconds),
      ),
      words: only({ title: `Lesson ${lesson}`, intro: `Learn ${lesson}.`, imageAlt: 'A kite' }),
    })),
  }))
  const titles = (word: string) => Object.fromEntries(made.map((chapter) => [chapter.id, `${word} ${chapter.id}`]))
  const words = {
    title: `Course ${id}`,
    description: 'A course.',
    imageAlt: 'A kite',
    chapters: titles('Chapter'),
    messages: {},
  }
  const lessons = made.flatMap((chapter) => chapter.lessons)
  const practices = lessons.flatMap(({ fragments }) => fragments.flatMap((fragment) => fragment.practices))
  return {
    id,
    level: 'beginner',
    prerequisites: [],
    goals: [],
    chapters: made,
    lessons,
    skillCheck: [],
    capstone: practices.findLast(({ type }) => type === 'PROMPT_CREATION')?.id ?? `${id}.none`,
    progressMessages: [{ id: 'm0', percentProgress: 0 }],
    words: new Map([
      ['en', words],
      ['ua', { ...words, title: `Курс ${id}`, chapters: titles('Розділ') }],
    ]),
  }
}

/** A minimal catalog in English, with Ukrainian titles of courses and chapters. */
export function makeCatalog(...sketches: CourseSketch[]): Catalog {
  const courses = sketches.map(makeCourse)
  const lessons = courses.flatMap((course) =>
    course.chapters.flatMap((chapter) =>
      chapter.lessons.map((lesson) => ({ course, chapter, lesson, position: course.lessons.indexOf(lesson) })),
    ),
  )
  const practices = lessons.flatMap((found) =>
    found.lesson.fragments.flatMap((fragment, fragmentIndex) =>
      fragment.practices.map((practice) => ({ ...found, fragment, fragmentIndex, practice })),
    ),
  )
  return {
    courses,
    findCourse: (id) => courses.find((course) => course.id === id) ?? null,
    findLesson: (id) => lessons.find(({ lesson }) => lesson.id === id) ?? null,
    findPractice: (id) => practices.find(({ practice }) => practice.id === id) ?? null,
    quizzes: [],
    findQuiz: () => null,
    findCover: () => null,
  }
}

/** The same catalog with onboarding quizzes. */
export function withQuizzes(catalog: Catalog, quizzes: readonly OnboardingQuiz[]): Catalog {
  return {
    ...catalog,
    quizzes,
    findQuiz: (variant, version) =>
      quizzes.find((quiz) => quiz.variant === variant && quiz.version === version) ?? null,
  }
}
