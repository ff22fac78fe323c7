import { kindOf } from '@kitewise/evaluator/kinds'
import { exerciseBlocks, listExerciseKeys, listSlots } from '../build-exercise.ts'
import { buildTaskTexts, splitList } from '../build-practice.ts'
import {
  type FragmentFile,
  isLightFile,
  isPromptFile,
  type PictureFile,
  type PracticeFile,
  type PromptFile,
} from '../file-format.ts'
import type { Block, ContentProblem, CourseSource, FragmentWords, LessonSource, LessonWordsSource } from '../source.ts'

/** Lesson IDs in chapter order. */
function listLessonOrder(course: CourseSource): string[] {
  return course.neutral.chapters.flatMap((chapter) => chapter.lessons)
}

function checkPractice(practice: PracticeFile, lessonId: string, order: readonly string[]): [string, string][] {
  if (isPromptFile(practice)) {
    const ids = practice.points.map(({ id }) => id)
    const twice = ids.filter((id, index) => ids.indexOf(id) < index)
    return twice.map((id) => [`There are two points ${id}`, 'Give each point an id of its own'])
  }
  const found: [string, string][] = []
  const { recalls } = practice
  if (practice.type === 'SINGLE_CHOICE_TEST') {
    if (recalls && practice.required) found.push(['A recall question is never required', 'Set required: false'])
    found.push(...checkSlot('question', practice))
  }
  if (isLightFile(practice))
    for (const [name, slot] of Object.entries(listSlots(practice))) found.push(...checkSlot(name, slot))
  if (recalls && !order.includes(recalls))
    found.push([`recalls: there is no lesson ${recalls}`, 'Name an earlier lesson'])
  else if (recalls && order.indexOf(recalls) >= order.indexOf(lessonId))
    found.push([`recalls: ${recalls} does not come before ${lessonId}`, 'Ask about an earlier lesson'])
  return found
}

/** Choices appear once, and the right one is among them. */
function checkSlot(name: string, { options, correct }: { options: readonly string[]; correct: string }) {
  const found: [string, string][] = []
  if (new Set(options).size !== options.length)
    found.push([`${name}: a choice appears twice`, 'Give each choice an id of its own'])
  if (!options.includes(correct))
    found.push([`${name}: the right choice ${correct} is not one of the choices`, `Use one of ${options.join(', ')}`])
  return found
}

/** Checks the ID, the order of fragments and practices, right options, and points. */
export function checkLessonStructure(course: CourseSource, lesson: LessonSource): ContentProblem[] {
  const { file, neutral, lineOf } = lesson
  const order = listLessonOrder(course)
  const problems: ContentProblem[] = []
  if (!neutral.id.startsWith(`${course.neutral.id}.l`)) {
    const what = `${neutral.id} is not of the course ${course.neutral.id}`
    problems.push({ file, line: lineOf(['id']), what, fix: `Begin it with ${course.neutral.id}.l` })
  }
  for (const [index, fragment] of neutral.fragments.entries()) {
    for (const [place, practice] of (fragment.practices ?? []).entries()) {
      const line = lineOf(['fragments', index, 'practices', place])
      for (const [what, fix] of checkPractice(practice, neutral.id, order))
        problems.push({ file, line, what: `${fragment.id}.${practice.id}: ${what}`, fix })
    }
  }
  return problems
}

/** Missing parameters and texts of the points. */
function pointFaults(practice: PromptFile, block: Block): string[] {
  const texts = buildTaskTexts(practice, block)
  return practice.points.flatMap((point) => {
    const fault = kindOf(point.kind).check?.(point, texts)
    return fault ? [`point ${point.id}: ${fault}`] : []
  })
}

function compareKeys(file: string, block: Block, needed: readonly string[], allowed: readonly string[] = []) {
  const name = `:::${block.kind} ${block.id}`
  const missing = needed
    .filter((key) => !block.entries.has(key))
    .map((key) => ({ file, line: block.line, what: `${name} has no ${key}`, fix: `Add ${key}: …` }))
  const unknown = [...block.entries]
    .filter(([key]) => !needed.includes(key) && !allowed.includes(key))
    .map(([key, { line }]) => ({
      file,
      line,
      what: `${key} is not a key of ${name}`,
      fix: `Remove it or add it to lesson.yml. Keys: ${[...needed, ...allowed].join(', ')}`,
    }))
  return { missing, unknown }
}

function checkBlock(file: string, block: Block, practice: PracticeFile): ContentProblem[] {
  const { kind, needed, allowed } = listPracticeKeys(practice)
  const at = { file, line: block.line }
  if (block.kind !== kind)
    return [{ ...at, what: `${block.id} is a ${kind} in lesson.yml`, fix: `Write :::${kind} ${block.id}` }]
  const { missing, unknown } = compareKeys(file, block, needed, allowed)
  if (practice.type === 'FILL_BLANKS')
    for (const { id } of practice.blanks.filter(
      ({ id }) => block.entries.get('text')?.text.split(`{${id}}`).length !== 2,
    ))
      missing.push({ ...at, what: `text does not have {${id}} once`, fix: 'Put it where the blank belongs' })
  const faults = isPromptFile(practice) && missing.length === 0 ? pointFaults(practice, block) : []
  return [...missing, ...unknown, ...faults.map((what) => ({ ...at, what, fix: 'See "Points" in content/README.md' }))]
}

function checkFragment(file: string, words: FragmentWords, fragment: FragmentFile): ContentProblem[] {
  const at = { file, line: words.line }
  const practices = fragment.practices ?? []
  const pictures = fragment.pictures ?? []
  const problems = [
    ...checkPlaceholders(file, words, 'PRACTICE', practices.length),
    ...checkPlaceholders(file, words, 'PICTURE', pictures.length),
    ...checkPlaceholders(file, words, 'FACT', fragment.facts?.length ?? 0),
    ...pictures.flatMap((picture) => checkPicture(file, words, picture)),
  ]
  if (words.body.text === '')
    problems.push({ ...at, what: `${words.id} has no text`, fix: 'Write the idea below its heading' })
  for (const practice of practices) {
    const [block, again] = words.blocks.filter((block) => block.id === practice.id)
    const { kind } = listPracticeKeys(practice)
    if (!block) {
      const fix = `Add :::${kind} ${practice.id} … ::: below ${words.id}`
      problems.push({ ...at, what: `${words.id}.${practice.id} has no words`, fix })
    } else problems.push(...checkBlock(file, block, practice))
    if (again) problems.push({ file, line: again.line, what: `${practice.id} has words twice`, fix: 'Keep one block' })
  }
  const ids = new Set<string>([...practices, ...pictures].map(({ id }) => id))
  for (const block of words.blocks.filter((block) => !ids.has(block.id)))
    problems.push({
      file,
      line: block.line,
      what: `lesson.yml has no practice or picture ${words.id}.${block.id}`,
      fix: 'Remove the block, move it to its fragment, or add it to lesson.yml',
    })
  return problems
}

function checkFragmentList(words: LessonWordsSource, lesson: LessonSource): ContentProblem[] {
  const inFile = words.fragments.map((fragment) => fragment.id).join(' ')
  const inLesson = lesson.neutral.fragments.map((fragment) => fragment.id).join(' ')
  if (inFile === inLesson) return []
  const what = `The fragments are ${inFile || 'none'}; lesson.yml has ${inLesson}`
  return [{ file: words.file, line: words.fragments[0]?.line ?? 1, what, fix: 'Make them agree, in the same order' }]
}

/** Checks that a language's texts match lesson.yml. */
export function checkLessonWords(lesson: LessonSource, words: LessonWordsSource): ContentProblem[] {
  const { file, front } = words
  const problems: ContentProblem[] = []
  for (const [key, value] of [
    ['lesson', lesson.neutral.id],
    ['locale', words.language],
  ] as const) {
    const found = front.get(key)
    if (found && found.text !== value)
      problems.push({ file, line: found.line, what: `${key} is ${found.text}`, fix: `Here it is ${value}` })
  }
  problems.push(...checkFragmentList(words, lesson))
  for (const own of words.fragments) {
    const fragment = lesson.neutral.fragments.find((fragment) => fragment.id === own.id)
    if (fragment) problems.push(...checkFragment(file, own, fragment))
  }
  return problems
}

export function checkFallbackWords(lesson: LessonSource, fallback: string): ContentProblem[] {
  if (lesson.words.some((words) => words.language === fallback)) return []
  const fix = `Add ${fallback}.md beside it`
  return [{ file: lesson.file, line: 1, what: `${lesson.neutral.id} has no words in ${fallback}`, fix }]
}

const labelCounts = { pipeline: [2, 5], funnel: [2, 4], desk: [2, 6], beforeAfter: [2, 2] } as const

function checkPicture(file: string, words: FragmentWords, picture: PictureFile): ContentProblem[] {
  const block = words.blocks.find(({ id }) => id === picture.id)
  const name = `${words.id}.${picture.id}`
  if (!block)
    return [{ file, line: words.line, what: `${name} has no words`, fix: `Add :::picture ${picture.id} … :::` }]
  const at = { file, line: block.line }
  const { missing, unknown } = compareKeys(file, block, ['alt', 'labels'])
  const count = splitList(block.entries.get('labels')?.text ?? '', '|').length
  const [least, most] = labelCounts[picture.kind]
  const isWrong = missing.length === 0 && (count < least || count > most)
  const fix = `A ${picture.kind} has ${least} to ${most}, separated by |`
  return [...missing, ...unknown, ...(isWrong ? [{ ...at, what: `${name} has ${count} labels`, fix }] : [])]
}

/** `[PRACTICE_n]` appears once per practice, alone on its line; so do pictures and facts. */
function checkPlaceholders(
  file: string,
  words: FragmentWords,
  kind: 'PRACTICE' | 'PICTURE' | 'FACT',
  count: number,
): ContentProblem[] {
  const placeholder = new RegExp(String.raw`\[${kind}_([^\]]*)\]`, 'g')
  const problems: ContentProblem[] = []
  const seen: string[] = []
  const numbers = Array.from({ length: count }, (_, index) => String(index + 1))
  for (const [index, text] of words.body.text.split('\n').entries()) {
    const at = { file, line: words.body.line + index }
    for (const [mark, number = ''] of text.matchAll(placeholder)) {
      if (!numbers.includes(number))
        problems.push({ ...at, what: `${mark}: ${words.id} has ${count} of them`, fix: 'Numbers begin at 1' })
      else if (seen.includes(number)) problems.push({ ...at, what: `${mark} appears twice`, fix: 'Keep one' })
      if (text.trim() !== mark)
        problems.push({ ...at, what: `${mark} is not alone on its line`, fix: 'Put it on a line of its own' })
      seen.push(number)
    }
  }
  for (const number of numbers.filter((number) => !seen.includes(number)))
    problems.push({
      file,
      line: words.line,
      what: `${words.id} has no [${kind}_${number}]`,
      fix: 'Put it where it belongs',
    })
  return problems
}

type BlockKeys = { kind: string; needed: string[]; allowed: string[] }

/** Required and allowed keys of a practice's block. */
function listPracticeKeys(practice: PracticeFile): BlockKeys {
  if (practice.type === 'SINGLE_CHOICE_TEST') {
    const options = practice.options.flatMap((option) => [option, `${option}.feedback`])
    return { kind: 'quiz', needed: ['question', 'hint', ...options, 'correct', 'wrong'], allowed: [] }
  }
  if (isLightFile(practice))
    return { kind: exerciseBlocks[practice.type], needed: listExerciseKeys(practice), allowed: [] }
  const own = practice.points.map(({ id }) => `point.${id}`)
  const needed = own.flatMap((key) => [key, `${key}.hint`, `${key}.add`, `${key}.answer`, `${key}.without`])
  const perKind = practice.points.flatMap(({ id, kind }) => {
    if (kind === 'idea') return [`point.${id}.phrases`]
    if (kind === 'fact') return [`point.${id}.value`]
    return kind === 'withhold' ? [`point.${id}.value`, `point.${id}.instead`] : []
  })
  const common = ['title', 'description', 'full', 'tip', 'model']
  const { kind, draft } =
    practice.type === 'REPAIR' ? { kind: 'repair', draft: ['draft'] } : { kind: 'prompt', draft: [] }
  return { kind, needed: [...draft, ...common, ...needed, ...perKind], allowed: ['answer', 'followUp'] }
}
