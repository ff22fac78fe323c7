import type { Lesson } from '@kitewise/contract/entities'
import { pickWords, type FoundLesson } from '../catalog.ts'
import { lessonImageAnswer } from './image-answer.ts'
import { practiceAnswer } from './practice-answer.ts'

/**
 * A lesson in the shape of the contract, in a language or as a whole in the fallback; `language` is the one really used
 * for the lesson's own words.
 */
export function lessonAnswer({ course, chapter, lesson }: FoundLesson, language: string): Lesson {
  const { words, language: used } = pickWords(lesson.words, language)
  const courseWords = pickWords(course.words, language).words
  return {
    id: lesson.id,
    title: words.title,
    content: words.intro,
    language: used,
    minutes: lesson.minutes,
    image: lessonImageAnswer(lesson.id, words.imageAlt),
    fragments: lesson.fragments.map((fragment) => {
      const { title, content } = pickWords(fragment.words, used).words
      const practices = fragment.practices.map((practice) => practiceAnswer(practice, used))
      return { id: fragment.id, title, content, practices }
    }),
    chapter: { id: chapter.id, title: courseWords.chapters[chapter.id] ?? '' },
    course: { id: course.id, title: courseWords.title },
  }
}
