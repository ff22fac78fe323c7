import type { PracticeFile } from '@kitewise/content/file-format'
import { countLetters, countWords } from '@kitewise/content/reading-time'
import type { Block, ContentSource, CourseSource, LessonSource, LessonWordsSource } from '@kitewise/content/source'
import { error, type Finding, listLessons, warning } from './pieces.ts'

type Place = { file: string; line: number }

/** What the rules of one exercise look at. `length` counts words, or letters in Japanese and Korean by three. */
type Exercise = { at: Place; keys: [string, string][]; length: (text: string) => number }

function tooLong(exercise: Exercise, pattern: RegExp, most: number): Finding[] {
  return exercise.keys
    .filter(([key, text]) => pattern.test(key) && exercise.length(text) > most)
    .map(([key, text]) => warning(exercise.at, `${key} has ${exercise.length(text)} words`, `At most ${most}`))
}

function tooWide({ at, keys }: Exercise, pattern: RegExp, most: number): Finding[] {
  return keys
    .filter(([key, text]) => pattern.test(key) && text.length > most)
    .map(([key, text]) => warning(at, `${key} has ${text.length} characters`, `At most ${most}`))
}

/** A prediction is short to read, and so is what really happens. */
function checkReveal(exercise: Exercise): Finding[] {
  return [...tooWide(exercise, /^[a-c]$/, 70), ...tooLong(exercise, /^reveal$/, 45)]
}

/** Three to six items, in groups that are all used. */
function checkSort(exercise: Exercise, practice: PracticeFile): Finding[] {
  if (practice.type !== 'SORT') return []
  const used = new Set(Object.values(practice.items))
  const count = Object.keys(practice.items).length
  const unused = practice.groups.filter((group) => !used.has(group))
  return [
    ...tooWide(exercise, /^[a-z]$/, 80),
    ...tooLong(exercise, /\.why$/, 20),
    ...(count < 3 || count > 6 ? [warning(exercise.at, `There are ${count} items to sort`, 'Use 3 to 6')] : []),
    ...unused.map((group) => warning(exercise.at, `No item is in ${group}`, 'Add one or leave the group out')),
  ]
}

function checkBlanks(exercise: Exercise): Finding[] {
  return [...tooWide(exercise, /^\w+\.[a-d]$/, 60), ...tooLong(exercise, /\.why$/, 25)]
}

function checkFlaw(exercise: Exercise): Finding[] {
  return [...tooLong(exercise, /^why$/, 35), ...tooLong(exercise, /\.why$/, 20), ...tooLong(exercise, /^[a-e]$/, 30)]
}

function checkBetter(exercise: Exercise): Finding[] {
  return [...tooLong(exercise, /^[ab]$/, 45), ...tooLong(exercise, /^r\d$/, 12), ...tooLong(exercise, /^why$/, 35)]
}

const rules: Partial<Record<PracticeFile['type'], (exercise: Exercise, practice: PracticeFile) => Finding[]>> = {
  REVEAL: checkReveal,
  SORT: checkSort,
  FILL_BLANKS: checkBlanks,
  FIND_FLAW: checkFlaw,
  BETTER_OF_TWO: checkBetter,
}

function checkBlock({ file, language }: LessonWordsSource, block: Block, practice: PracticeFile): Finding[] {
  const isCounted = language === 'ja' || language === 'ko'
  const length = (text: string) => (isCounted ? Math.round(countLetters(text) / 3) : countWords(text))
  const keys = [...block.entries].map(([key, { text }]): [string, string] => [key, text])
  return rules[practice.type]?.({ at: { file, line: block.line }, keys, length }, practice) ?? []
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
          return block ? checkBlock(words, block, practice) : []
        }),
      ),
    ),
  ])
}
