import type { PracticeFile } from '@kitewise/content/file-format'
import { countLetters, countWords } from '@kitewise/content/reading-time'
import type { Block, ContentSource, CourseSource, LessonSource, LessonWordsSource } from '@kitewise/content/source'
import { error, type Finding, listLessons, warning } from './pieces.ts'
import { exerciseLimits } from './text-limits.ts'

type Place = { file: string; line: number }

/** Texts that are too long for a phone. A Japanese or Korean word counts as three letters. */
function checkLengths({ file, language }: LessonWordsSource, block: Block): Finding[] {
  const isCounted = language === 'ja' || language === 'ko'
  const wordsOf = (text: string) => (isCounted ? Math.round(countLetters(text) / 3) : countWords(text))
  const limits = exerciseLimits.filter(({ blocks }) => blocks.includes(block.kind))
  return limits.flatMap(({ keys, most, unit }) =>
    [...block.entries].flatMap(([key, { text }]) => {
      const length = unit === 'words' ? wordsOf(text) : text.length
      if (!keys.test(key) || length <= most) return []
      return [warning({ file, line: block.line }, `${key} has ${length} ${unit}`, `At most ${most}`)]
    }),
  )
}

/** Three to six items, in groups that are all used. */
function checkSort(at: Place, practice: PracticeFile): Finding[] {
  if (practice.type !== 'SORT') return []
  const used = new Set(Object.values(practice.items))
  const count = Object.keys(practice.items).length
  const unused = practice.groups.filter((group) => !used.has(group))
  return [
    ...(count < 3 || count > 6 ? [warning(at, `There are ${count} items to sort`, 'Use 3 to 6')] : []),
    ...unused.map((group) => warning(at, `No item is in ${group}`, 'Add one or leave the group out')),
  ]
}

/** Finding a flaw needs some knowledge: not in the first two lessons of a course. */
function checkFirstFlaw(course: CourseSource, { neutral, file }: LessonSource): Finding[] {
  const place = course.neutral.chapters.flatMap((chapter) => chapter.lessons).indexOf(neutral.id)
  const hasFlaw = neutral.fragments.some(({ practices = [] }) => practices.some(({ type }) => type === 'FIND_FLAW'))
  if (place < 0 || place > 1 || !hasFlaw) return []
  return [error({ file, line: 1 }, 'FIND_FLAW in the first two lessons of a course', 'Use another exercise')]
}

/** One rule per exercise type, in each language. */
export function checkExercises(source: ContentSource): Finding[] {
  return listLessons(source).flatMap(({ course, lesson }) => [
    ...checkFirstFlaw(course, lesson),
    ...lesson.words.flatMap((words) =>
      lesson.neutral.fragments.flatMap(({ id, practices = [] }) =>
        practices.flatMap((practice) => {
          const fragment = words.fragments.find((own) => own.id === id)
          const block = fragment?.blocks.find((own) => own.id === practice.id)
          return block
            ? [...checkLengths(words, block), ...checkSort({ file: words.file, line: block.line }, practice)]
            : []
        }),
      ),
    ),
  ])
}
