import { join } from 'node:path'
import { describeTask } from '@kitewise/content/answers'
import { isPromptTask } from '@kitewise/content/catalog'
import { loadContent } from '@kitewise/content/load-content'
import { evaluatePrompt } from '@kitewise/evaluator/evaluate-prompt'
import { languages } from '@kitewise/evaluator/language'
import type { Task } from '@kitewise/evaluator/task'
import { describe, expect, it } from 'vitest'

const catalog = loadContent(join(import.meta.dirname, '../../../content'))

const tasksIn = (language: string): Task[] =>
  catalog.courses.flatMap((course) =>
    course.lessons
      .flatMap(({ fragments }) => fragments)
      .flatMap(({ practices }) => practices)
      .filter(isPromptTask)
      .map((practice) => describeTask(course, practice, language))
      .filter((task) => task.language === language)
      // Enough of them: all take half a minute.
      .filter((_, index) => index % 3 === 0),
  )

const withHyphens = (text: string): string => text.replace(/(\p{L}{2})(?=\p{L}{2})/gu, '$1\u00AD')

/** How word processors, web pages, phones and file systems write the same words. */
const forms: [string, (text: string) => string][] = [
  ['with soft hyphens inside words', withHyphens],
  ['with joiners and marks of direction', (text) => text.replace(/(\p{L})(?=\p{L})/gu, '$1\u2060\u200E')],
  ['with blanks of no width around words', (text) => text.replace(/[\p{L}\p{N}]+/gu, '\u200B$&\u200B')],
  ['after a byte order mark', (text) => `\uFEFF${text}`],
  ['decomposed', (text) => text.normalize('NFD')],
]

const read = (task: Task, prompt: string) => {
  const { score, points } = evaluatePrompt({ task, prompt, language: task.language })
  return {
    score,
    points: points.map(({ id, state, spans }) => ({
      id,
      state,
      words: spans.map(([from, to]) =>
        prompt
          .slice(from, to)
          .normalize('NFC')
          .replace(/\p{Default_Ignorable_Code_Point}/gu, ''),
      ),
    })),
  }
}

describe.each(languages)('a prompt in %s says the same', (language) => {
  it.each(forms)('%s', (_, change) => {
    const tasks = tasksIn(language)
    expect(tasks.length).toBeGreaterThan(5)
    for (const task of tasks) expect(read(task, change(task.texts.model))).toEqual(read(task, task.texts.model))
  })
})

const halfWidth = (text: string): string =>
  text.replaceAll('ガ', 'ｶﾞ').replaceAll('ア', 'ｱ').replaceAll('パ', 'ﾊﾟ').replaceAll('ー', 'ｰ')

it('a prompt in Japanese says the same in kana of half width', () => {
  for (const task of tasksIn('ja')) {
    const { score } = evaluatePrompt({ task, prompt: halfWidth(task.texts.model), language: 'ja' })
    expect(score).toBe('5')
  }
})

it('the places of words count from the beginning of the prompt as it was typed', () => {
  const task = tasksIn('en')[0] as Task
  const typed = withHyphens(task.texts.model)
  for (const { spans } of evaluatePrompt({ task, prompt: typed, language: 'en' }).points)
    for (const [from, to] of spans) expect(typed.slice(from, to)).not.toMatch(/^\s|\s$/)
})
