import { kindOf } from '@kitewise/evaluator/kinds'
import { buildTaskTexts } from '../build-practice.ts'
import type { ContentProblem } from '../content-error.ts'
import type { FragmentFile, PromptFile } from '../format/lesson-file.ts'
import type { Block, FragmentWords, LessonSource, LessonWordsSource } from '../reading/source.ts'
import { checkPlaceholders } from './check-placeholders.ts'
import { listPracticeKeys } from './practice-keys.ts'

/** What the kinds of the points miss in their parameters and texts. */
function pointFaults(practice: PromptFile, block: Block): string[] {
  const texts = buildTaskTexts(practice, block)
  return practice.points.flatMap((point) => {
    const fault = kindOf(point.kind).check?.(point, texts)
    return fault ? [`point ${point.id}: ${fault}`] : []
  })
}

function checkBlock(file: string, block: Block, practice: NonNullable<FragmentFile['practices']>[number]) {
  const { kind, needed, allowed } = listPracticeKeys(practice)
  const at = { file, line: block.line }
  if (block.kind !== kind)
    return [{ ...at, what: `${block.id} is a ${kind} in lesson.yml`, fix: `Write :::${kind} ${block.id}` }]
  const missing = needed
    .filter((key) => !block.entries.has(key))
    .map((key) => ({ ...at, what: `:::${kind} ${block.id} has no ${key}`, fix: `Add ${key}: …` }))
  const unknown = [...block.entries]
    .filter(([key]) => !needed.includes(key) && !allowed.includes(key))
    .map(([key, { line }]) => ({
      file,
      line,
      what: `${key} is not a key of :::${kind} ${block.id}`,
      fix: `Remove it or add it to lesson.yml. Keys: ${[...needed, ...allowed].join(', ')}`,
    }))
  const faults = practice.type === 'PROMPT_CREATION' && missing.length === 0 ? pointFaults(practice, block) : []
  return [...missing, ...unknown, ...faults.map((what) => ({ ...at, what, fix: 'See "Points" in content/README.md' }))]
}

function checkFragment(file: string, words: FragmentWords, fragment: FragmentFile): ContentProblem[] {
  const at = { file, line: words.line }
  const practices = fragment.practices ?? []
  const problems = checkPlaceholders(file, words, practices.length)
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
  const ids = new Set<string>(practices.map((practice) => practice.id))
  for (const block of words.blocks.filter((block) => !ids.has(block.id)))
    problems.push({
      file,
      line: block.line,
      what: `lesson.yml has no practice ${words.id}.${block.id}`,
      fix: 'Remove the block, move it to its fragment, or add the practice to lesson.yml',
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

/** Do the words of a lesson in one language say exactly what lesson.yml asks for? */
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

/** Every lesson has its words in the fallback language. */
export function checkFallbackWords(lesson: LessonSource, fallback: string): ContentProblem[] {
  if (lesson.words.some((words) => words.language === fallback)) return []
  const fix = `Add ${fallback}.md beside it`
  return [{ file: lesson.file, line: 1, what: `${lesson.neutral.id} has no words in ${fallback}`, fix }]
}
