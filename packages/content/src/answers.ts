import type {
  Course,
  courseImage,
  Lesson,
  lessonImage,
  LessonLanguages,
  LessonSummary,
  Practice,
} from '@kitewise/contract/entities'
import type { PersonalPlan, Quiz, QuizAnswers } from '@kitewise/contract/onboarding-entities'
import { asLanguage } from '@kitewise/evaluator/language'
import type { Task } from '@kitewise/evaluator/task'
import type { z } from 'zod'
import {
  type CatalogCourse,
  type CatalogLesson,
  type CatalogPractice,
  type CatalogPrompt,
  type CatalogChoiceQuestion,
  type FoundLesson,
  isPromptTask,
  type OnboardingQuiz,
  pickWords,
} from './catalog.ts'

function lessonSummaryAnswer(lesson: CatalogLesson, language: string): LessonSummary {
  const { words } = pickWords(lesson.words, language)
  return {
    id: lesson.id,
    title: words.title,
    content: words.intro,
    image: lessonImageAnswer(lesson.id, words.imageAlt),
    minutes: lesson.minutes,
    fragmentCount: lesson.fragments.length,
    linesOfWork: lesson.linesOfWork && [...lesson.linesOfWork],
  }
}

const countTranslated = ({ lessons }: CatalogCourse, language: string): number =>
  lessons.filter(({ words }) => words.has(language)).length

/** A whole course as in the contract, in `language` or the fallback; `language` of the result is the one used. */
export function courseAnswer(course: CatalogCourse, language: string): Course {
  const { words, language: used } = pickWords(course.words, language)
  return {
    id: course.id,
    title: words.title,
    description: words.description,
    notThis: words.notThis,
    level: course.level,
    language: used,
    totalLessons: course.lessons.length,
    totalMinutes: course.lessons.reduce((total, lesson) => total + lesson.minutes, 0),
    translatedLessons: countTranslated(course, language),
    featuredImage: courseImageAnswer(course.id, words.imageAlt),
    chapters: course.chapters.map(({ id, lessons }) => ({
      id,
      title: words.chapters[id] ?? '',
      lessons: lessons.map((lesson) => lessonSummaryAnswer(lesson, used)),
    })),
    progressMessages: course.progressMessages.map(({ id, percentProgress }) => ({
      id,
      title: words.messages[id]?.title ?? '',
      description: words.messages[id]?.description ?? '',
      percentProgress,
    })),
  }
}

/** How many lessons are in `language`, and which courses are whole in it. */
export function lessonLanguagesAnswer(courses: readonly CatalogCourse[], language: string): LessonLanguages {
  const whole = courses.filter((course) => countTranslated(course, language) === course.lessons.length)
  return {
    total: courses.reduce((sum, { lessons }) => sum + lessons.length, 0),
    translated: courses.reduce((sum, course) => sum + countTranslated(course, language), 0),
    wholeCourses: whole.map(({ words }) => pickWords(words, language).words.title),
  }
}

/** A whole lesson as in the contract, in `language` or the fallback; `language` of the result is the one used. */
export function lessonAnswer({ course, chapter, lesson }: FoundLesson, language: string): Lesson {
  const { words, language: used } = pickWords(lesson.words, language)
  const courseWords = pickWords(course.words, language).words
  return {
    id: lesson.id,
    title: words.title,
    content: words.intro,
    language: used,
    assistant: words.assistant,
    minutes: lesson.minutes,
    image: lessonImageAnswer(lesson.id, words.imageAlt),
    fragments: lesson.fragments.map((fragment) => {
      const { title, content, pictures, facts } = pickWords(fragment.words, used).words
      const practices = fragment.practices.map((practice) => practiceAnswer(practice, used))
      return { id: fragment.id, title, content, practices, pictures: [...pictures], facts: [...facts] }
    }),
    chapter: { id: chapter.id, title: courseWords.chapters[chapter.id] ?? '' },
    course: { id: course.id, title: courseWords.title },
  }
}

function choiceAnswer(quiz: CatalogChoiceQuestion, language: string): NonNullable<Practice['singleChoiceTest']> {
  const { words } = pickWords(quiz.words, language)
  return {
    question: words.question,
    hint: words.hint,
    options: quiz.options.map((id) => ({
      id,
      text: words.options[id]?.text ?? '',
      isCorrect: id === quiz.correct,
      feedback: words.options[id]?.feedback,
    })),
    correctChoiceMessage: words.correct,
    wrongChoiceMessage: words.wrong,
  }
}

/** A practice without the texts of its points and the model prompt. */
export function practiceAnswer(practice: CatalogPractice, language: string): Practice {
  const { id, type, isRequired, recalls } = practice
  const common = { id, practiceType: type, isRequired, recalls }
  if (practice.type === 'SINGLE_CHOICE_TEST')
    return { ...common, promptCreation: null, singleChoiceTest: choiceAnswer(practice, language) }
  if (!isPromptTask(practice)) {
    const exercise = { ...pickWords(practice.words, language).words, slots: practice.slots }
    return { ...common, promptCreation: null, singleChoiceTest: null, exercise }
  }
  const { title, description, full, tip, draft } = pickWords(practice.words, language).words
  const promptCreation = { title, description, fullDescription: full, tip, draft }
  return { ...common, promptCreation, singleChoiceTest: null }
}

/** An onboarding quiz without the effects of its answers. */
export function quizAnswer(quiz: OnboardingQuiz, wanted: string): Quiz {
  const { words, language } = pickWords(quiz.words, wanted)
  const steps = quiz.steps.map(({ id, kind, options }) => {
    const { title = '', text = '', options: labels = {} } = words[id] ?? {}
    return {
      id,
      kind,
      title,
      text,
      options: options.map((option) => ({
        id: option.id,
        label: labels[option.id] ?? '',
        ...(option.isExclusive && { isExclusive: true as const }),
        reply: replyTo(labels, option.id) || undefined,
      })),
    }
  })
  return { variant: quiz.variant, version: quiz.version, language, steps }
}

/** What follows from an answer, or an empty text. */
const replyTo = (labels: Record<string, string>, option: string): string => labels[`${option}.reply`] ?? ''

/** The visitor's own words where the plan repeats them. */
export function saidAnswer(
  { steps, words: all }: OnboardingQuiz,
  given: QuizAnswers,
  wanted: string,
): PersonalPlan['said'] {
  const { words } = pickWords(all, wanted)
  return steps.flatMap(({ id, about, options }) => {
    const labels = words[id]?.options ?? {}
    const chosen = about ? options.filter((option) => !option.isExclusive && given[id]?.includes(option.id)) : []
    return chosen.flatMap(({ id: option }) =>
      about ? [{ about, answer: labels[option] ?? '', reply: replyTo(labels, option) }] : [],
    )
  })
}

/** The course with which a plan starts, and its first lesson. */
export function planCourseAnswer(
  course: CatalogCourse,
  language: string,
): Pick<PersonalPlan, 'course' | 'firstLesson'> {
  const { title, description, imageAlt } = pickWords(course.words, language).words
  const [lesson] = course.lessons
  if (!lesson) throw new Error(`${course.id} has no lesson`)
  const { words } = pickWords(lesson.words, language)
  return {
    course: { id: course.id, title, description, image: courseImageAnswer(course.id, imageAlt) },
    firstLesson: { title: words.title, intro: words.intro, minutes: lesson.minutes },
  }
}

/** Covers are scalable, so one file serves all formats. */
const coverUrl = (id: string) => `/covers/${id}.svg`

/** The server serves this address with `catalog.findCover`. */
function courseImageAnswer(id: string, alternativeText: string): z.infer<typeof courseImage> {
  const url = coverUrl(id)
  return { url, alternativeText, formats: { medium: { url }, small: { url } } }
}

function lessonImageAnswer(id: string, alternativeText: string): z.infer<typeof lessonImage> {
  const url = coverUrl(id)
  return { url, alternativeText, formats: { small: { url }, thumbnail: { url } } }
}

/**
 * A prompt task for the evaluator: its points, and its texts in a language or the fallback. A capstone counts as an
 * exam.
 */
export function describeTask(course: Pick<CatalogCourse, 'capstone'>, practice: CatalogPrompt, language: string): Task {
  const { words: texts, language: used } = pickWords(practice.words, language)
  const elsewhere = [...practice.words].filter(([code]) => code !== used)
  return {
    points: practice.points,
    texts,
    language: asLanguage(used),
    elsewhere: Object.fromEntries(elsewhere),
    isExam: course.capstone === practice.id,
  }
}
