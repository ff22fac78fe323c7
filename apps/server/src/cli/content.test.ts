import { appendFileSync, cpSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { findMistakes } from './content.ts'

let folder: string
beforeEach(() => {
  folder = join(mkdtempSync(join(tmpdir(), 'kitewise-content-')), 'content')
  cpSync(join(import.meta.dirname, '../../../../content'), folder, { recursive: true })
})
afterEach(() => rmSync(join(folder, '..'), { recursive: true, force: true }))

it('names the file of a mistake, if it is among the wanted ones', { timeout: 60_000 }, () => {
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' })
  const lesson = files.filter((file) => file.endsWith('lesson.yml')).sort()[0] ?? ''
  appendFileSync(join(folder, lesson), '\nunknownField: 1\n')
  const { errors, lines } = findMistakes(folder, [lesson])
  expect(errors).toBeGreaterThan(0)
  expect(lines.join('\n')).toContain(lesson)
  expect(findMistakes(folder, ['quizzes']).errors).toBe(0)
  expect(() => findMistakes(folder, ['no-such-file'])).toThrow('has no-such-file in its path')
})
