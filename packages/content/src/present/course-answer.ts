import type { Course, LessonSummary } from '@kitewise/contract/entities'
import { pickWords, type CatalogCourse, type CatalogLesson } from '../catalog.ts'
import { courseImageAnswer, lessonImageAnswer } from './image-answer.ts'

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

/**
 * A course in the shape of the contract with all its parts (chapters, lessons, image, progress messages), in a language
 * or in the fallback. `language` of the answer is the one really used.
 */
export function courseAnswer(course: CatalogCourse, language: string): Course {
  const { words, language: used } = pickWords(course.words, language)
  return {
    id: course.id,
    title: words.title,
    description: words.description,
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
