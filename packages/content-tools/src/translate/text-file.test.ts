import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { productContent } from '../../../content/src/test-support/content-folder.ts'
import { joinPieces, splitText } from './inline-codes.ts'
import { readTextFile, writeTextFile } from './text-file.ts'

const originals = readdirSync(productContent, { recursive: true, encoding: 'utf8' }).filter(
  (name) => name.endsWith('/en.md') || /^facts\/[^.]+\.md$/.test(name),
)

const lesson = `---
lesson: tea.l01
locale: en
title: "Tea: a start"
intro: Choose the water.
---

# f1: Hot or cold

Water is hot.

[PRACTICE_1]

:::prompt p1
title: A note
full: |
  Ana comes for tea.

  Ask for a note.

tip: Name her.
:::

And now you.
`

const write = (content: string, textOf: (id: string, text: string) => string, source: string | null = null) =>
  writeTextFile(readTextFile(content), { language: 'es', source, textOf: ({ id, text }) => textOf(id, text) })

describe('a text file', () => {
  it.each(originals)('%s reads and writes back as it is', (name) => {
    const content = readFileSync(join(productContent, name), 'utf8')
    const file = readTextFile(content)
    expect(file.units.length).toBeGreaterThan(1)
    expect(writeTextFile(file, { language: 'en', source: null, textOf: ({ text }) => text })).toBe(content)
    expect(new Set(file.units.map(({ id }) => id)).size).toBe(file.units.length)
    expect(file.units.map((unit) => joinPieces(splitText(unit)))).toEqual(file.units.map(({ text }) => text))
  })

  it('has a unit with a stable ID for each text', () => {
    const units = readTextFile(lesson).units.map(({ id, line, block }) => `${line} ${id} (${block})`)
    expect(units).toEqual([
      '4 front.title (front)',
      '5 front.intro (front)',
      '8 f1.title (page)',
      '10 f1.body (page)',
      '15 f1.p1.title (prompt)',
      '16 f1.p1.full (prompt)',
      '21 f1.p1.tip (prompt)',
      '24 f1.body-2 (page)',
    ])
  })

  it('says what it translates, below its language', () => {
    const text = write(lesson, (_, own) => own, 'en.md@0123456789ab')
    expect(text.split('\n').slice(1, 5)).toEqual([
      'lesson: tea.l01',
      'locale: es',
      'source: en.md@0123456789ab',
      'title: "Tea: a start"',
    ])
    expect(readTextFile(text)).toMatchObject({ language: 'es', source: 'en.md@0123456789ab' })
    const again = writeTextFile(readTextFile(text), { language: 'es', source: 'en.md', textOf: (unit) => unit.text })
    expect(again.match(/source:/g)).toHaveLength(1)
  })

  it.each([
    ['a colon and quotes', 'Té: "uno"'],
    ['a hash', 'Té # no es un comentario'],
    ['a word that YAML reads as a value', 'yes'],
    ['a leading quote', '«Té»'],
  ])('keeps front matter with %s readable', (_, title) => {
    const text = write(lesson, (id, own) => (id.startsWith('front.') ? title : own))
    const read = new Map(readTextFile(text).units.map((unit) => [unit.id, unit.text]))
    expect(read.get('front.title')).toBe(title)
    expect(read.get('front.intro')).toBe(title)
  })

  it('indents the lines of a long text', () => {
    const text = write(lesson, (id, own) => (id === 'f1.p1.tip' ? 'Uno.\n\nDos.' : own))
    expect(text).toContain('tip: |\n  Uno.\n\n  Dos.\n:::')
    expect(readTextFile(text).units.find(({ id }) => id === 'f1.p1.tip')?.text).toBe('Uno.\n\nDos.')
  })
})
