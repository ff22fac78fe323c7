import { join } from 'node:path'
import { loadContent } from '@kitewise/content/load-content'
import { describe, expect, it } from 'vitest'
import { readCourseLines, scoreCoursePrompts, type CourseLine } from './score-course-prompts.ts'

const data = new URL('../../packages/evaluator/data/', import.meta.url)
const lines = readCourseLines(new URL('course-prompts.jsonl', data))

const languages = ['en', 'ua', 'ko', 'es', 'fr', 'tr', 'ja', 'pt'] as const
const deceptions = ['injection', 'copy', 'hints', 'keywords', 'borrowed', 'offtopic', 'gibberish']
/** The labels that the guide gives to a kind. */
const labelsOf: Record<string, number[]> = {
  good: [4, 5],
  partial: [2, 3],
  wrong: [2],
  ...Object.fromEntries(['vague', 'result', 'private', 'copy', 'hints', 'keywords'].map((kind) => [kind, [1]])),
  ...Object.fromEntries(['empty', 'gibberish', 'offtopic', 'borrowed'].map((kind) => [kind, [0]])),
  injection: [0, 1],
}

const strangeLines = (some: readonly CourseLine[]) => some.filter(({ kind, label }) => !labelsOf[kind]?.includes(label))

const catalog = loadContent(join(import.meta.dirname, '..', '..', 'content'))

function listPromptTasks() {
  const fragments = catalog.courses.flatMap(({ lessons }) => lessons.flatMap((lesson) => lesson.fragments))
  return fragments.flatMap(({ practices }) => practices).filter(({ type }) => type === 'PROMPT_CREATION')
}

describe('the labelled prompts for our courses', () => {
  it('are many in every language, and half of them are kept for the test', () => {
    for (const language of languages) {
      const own = lines.filter((line) => line.language === language)
      const test = own.filter(({ split }) => split === 'test').length
      expect(own.length).toBeGreaterThanOrEqual(24)
      expect(Math.abs(2 * test - own.length)).toBeLessThanOrEqual(2)
    }
  })

  it('try to deceive in every language and in seven ways', () => {
    const deceptive = lines.filter(({ kind }) => deceptions.includes(kind))
    expect(deceptive.length).toBeGreaterThanOrEqual(40)
    expect(new Set(deceptive.map(({ kind }) => kind)).size).toBe(deceptions.length)
    const injected = new Set(lines.filter(({ kind }) => kind === 'injection').map(({ language }) => language))
    expect(injected.size).toBe(languages.length)
  })

  it('carry labels that the guide gives to their kind, and no text twice', () => {
    expect(strangeLines(lines)).toEqual([])
    expect(new Set(lines.map(({ id }) => id)).size).toBe(lines.length)
    expect(new Set(lines.map(({ task, prompt }) => `${task} ${prompt}`)).size).toBe(lines.length)
  })

  it('are four or more for every prompt task of the courses', () => {
    const tasks = listPromptTasks()
    const few = tasks.filter(({ id }) => lines.filter(({ task }) => task === id).length < 4)
    expect(tasks.length).toBeGreaterThan(0)
    expect(few.map(({ id }) => id)).toEqual([])
  })

  it('come back scored, in order, by the author’s rubric or by a derived one', () => {
    const few = ['en-01', 'es-09', 'tr-12'].flatMap((id) => lines.filter((line) => line.id === id))
    const authored = scoreCoursePrompts(few, catalog, 'author')
    expect(authored.map(({ prompt, language, score }) => [prompt, language, score > 3])).toEqual([
      [few[0]?.prompt, 'en', true],
      [few[1]?.prompt, 'es', true],
      [few[2]?.prompt, 'tr', false],
    ])
    const derived = scoreCoursePrompts(few, catalog, 'derived')
    expect(derived.map(({ rubric, found }) => [rubric, found])).not.toEqual(
      authored.map(({ rubric, found }) => [rubric, found]),
    )
  }, 20_000)

  it('are refused when they are for a task that the courses do not have', () => {
    const stray = lines.slice(0, 1).map((line) => ({ ...line, task: 'ai-zero.l99.f1.p1' }))
    expect(() => scoreCoursePrompts(stray, catalog, 'author')).toThrow('ai-zero.l99.f1.p1 is no prompt task')
  })
})

describe.each([
  ['fresh-prompts.jsonl', ['fresh']],
  ['unseen-prompts.jsonl', ['fresh', 'unseen']],
])('the prompts of %s', (file, splits) => {
  const later = readCourseLines(new URL(file, data))

  it('are three or more for every prompt task, fourteen or more in every language, and no part of the halves', () => {
    const few = listPromptTasks().filter(({ id }) => later.filter(({ task }) => task === id).length < 3)
    expect(few.map(({ id }) => id)).toEqual([])
    for (const language of languages)
      expect(later.filter((line) => line.language === language).length).toBeGreaterThanOrEqual(14)
    expect([...new Set(later.map(({ split }) => split))].sort()).toEqual(splits)
    expect(lines.filter(({ split }) => splits.includes(split))).toEqual([])
  })

  it('try to deceive in every language and in seven ways', () => {
    const deceptive = later.filter(({ kind }) => deceptions.includes(kind))
    expect(deceptive.length).toBeGreaterThanOrEqual(24)
    expect(new Set(deceptive.map(({ kind }) => kind)).size).toBe(deceptions.length)
    expect(new Set(deceptive.map(({ language }) => language)).size).toBe(languages.length)
  })
})

it.each(['fresh-prompts.jsonl', 'unseen-prompts.jsonl', 'newer-prompts.jsonl'])(
  'the prompts of %s carry labels that the guide gives to their kind, and no text or id that is there already',
  (file) => {
    const later = readCourseLines(new URL(file, data))
    expect(strangeLines(later)).toEqual([])
    const all = [...lines, ...later]
    expect(new Set(all.map(({ id }) => id)).size).toBe(all.length)
    expect(new Set(all.map(({ task, prompt }) => `${task} ${prompt}`)).size).toBe(all.length)
  },
)
