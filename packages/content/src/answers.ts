import type { Course, courseImage, Lesson, lessonImage, LessonSummary, Practice } from '@kitewise/contract/entities'
import type { Quiz } from '@kitewise/contract/onboarding-entities'
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
  }
}

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
      })),
    }
  })
  return { variant: quiz.variant, version: quiz.version, language, steps }
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
