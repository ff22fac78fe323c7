import { buildPractice } from './build-practice.ts'
import type { CatalogLesson } from './catalog.ts'
import type { LessonSource } from './reading/source.ts'
import { readingSeconds } from './reading-time.ts'

/** Joins lesson.yml with its words in all languages, the fallback language first. */
export function buildLesson(lesson: LessonSource, fallback: string): CatalogLesson {
  const { id, slug, chapter, minutes, fragments } = lesson.neutral
  const sources = lesson.words.toSorted(
    (one, other) => Number(other.language === fallback) - Number(one.language === fallback),
  )
  const front = (key: string, index: number) => sources[index]?.front.get(key)?.text ?? ''
  return {
    id,
    slug,
    chapterId: chapter,
    minutes,
    words: new Map(
      sources.map(({ language }, index) => [
        language,
        { title: front('title', index), intro: front('intro', index), imageAlt: front('imageAlt', index) },
      ]),
    ),
    fragments: fragments.map((fragment) => {
      const own = sources.flatMap(({ language, fragments }) => {
        const words = fragments.find((words) => words.id === fragment.id)
        return words ? [{ language, words }] : []
      })
      const blocks = own.map(({ language, words }) => ({ language, blocks: words.blocks }))
      return {
        id: `${id}.${fragment.id}`,
        words: new Map(
          own.map(({ language, words: { title, body } }) => [
            language,
            { title, content: body.text, readingSeconds: readingSeconds(body.text, language) },
          ]),
        ),
        practices: (fragment.practices ?? []).map((practice) =>
          buildPractice(`${id}.${fragment.id}`, practice, blocks),
        ),
      }
    }),
  }
}
