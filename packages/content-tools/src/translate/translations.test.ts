import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import { makeContentFolder, productContent, readSample } from '../../../content/src/test-support/content-folder.ts'
import { checkContent } from '../lint/check-content.ts'
import { exportTranslations } from './export-translations.ts'
import { importTranslations } from './import-translations.ts'
import type { Inline } from './inline-codes.ts'
import { readTextFile, writeTextFile } from './text-file.ts'
import { findState, listTranslatable, markTranslations, versionOf } from './translatable-files.ts'
import { readXliff, writeXliff, type XliffFile, type XliffUnit } from './xliff.ts'

const made: (() => void)[] = []
afterEach(() => made.splice(0).forEach((remove) => remove()))

const today = Date.parse('2026-11-20')
const guests = 'courses/tea/lessons/l02-guests/en.md'
const guestsEs = 'courses/tea/lessons/l02-guests/es.md'
const water = 'courses/tea/lessons/l01-water/en.md'
const waterEs = 'courses/tea/lessons/l01-water/es.md'
const text = 'courses/tea/text/en.md'
const fact = `---
fact: search-by-default
locale: en
title: They search
reviewedOn: 2026-11-01
---

Most of them **search** by themselves.
`

const accents: Record<string, string> = { a: 'á', e: 'é', i: 'í', o: 'ó', u: 'ú' }
const accented = (own: string) => own.replaceAll(/[aeiou]/g, (letter) => accents[letter] ?? letter)

const translated = (inlines: readonly Inline[]): Inline[] =>
  inlines.map((inline) => {
    if (inline.kind === 'text') return { ...inline, text: accented(inline.text) }
    return inline.kind === 'ph' ? inline : { ...inline, children: translated(inline.children) }
  })

/** Accents on every vowel. The checklist needs the words of a prompt task, so those stay. */
function pretend(unit: XliffUnit): XliffUnit {
  const isTask = /\.p1\.(?:full|model|point\..+)$/.test(unit.id)
  const sources = unit.pieces.flatMap(({ kind, inlines }) => (kind === 'segment' ? [inlines] : []))
  return { ...unit, targets: isTask ? sources : sources.map(translated), state: 'translated' }
}

function make(changes: Record<string, string | null> = {}) {
  const { folder, remove } = makeContentFolder({ 'facts/search-by-default.md': fact, ...changes })
  made.push(remove)
  const out = join(dirname(folder), 'out')
  const originals = new Map<string, string>()
  const write = (only = '', isEverything = false) =>
    exportTranslations({
      folder,
      language: 'es',
      out,
      isSelected: (file) => file.includes(only),
      isEverything,
      findOriginal: (version) => originals.get(version) ?? null,
    })
  const pathOf = (name: string) => join(out, `${name}.es.xlf`)
  const edit = (name: string, change: (file: XliffFile) => XliffFile) =>
    writeFileSync(pathOf(name), writeXliff(change(readXliff(readFileSync(pathOf(name), 'utf8')))))
  const read = (...names: string[]) => {
    const files = names.map((name) => ({ path: name, text: readFileSync(pathOf(name), 'utf8') }))
    return importTranslations({ folder, language: 'es', files, today })
  }
  const content = (name: string) => readFileSync(join(folder, name), 'utf8')
  const put = (name: string, own: string) => {
    mkdirSync(dirname(join(folder, name)), { recursive: true })
    writeFileSync(join(folder, name), own)
  }
  return { folder, out, originals, write, edit, read, content, put, pathOf }
}

const lessonOne = 'courses/tea/lessons/l01-water'
const lessonTwo = 'courses/tea/lessons/l02-guests'
const all = [lessonOne, lessonTwo, 'courses/tea/text', 'facts/search-by-default']
const withUnits = (change: (unit: XliffUnit) => XliffUnit) => (file: XliffFile) => ({
  ...file,
  units: file.units.map(change),
})
const reasons = ({ problems }: ReturnType<typeof importTranslations>) =>
  problems.map(({ file, unit, kind, reason }) => `${kind} ${file} ${unit}: ${reason}`)

describe('writing and reading back', () => {
  it('gives files that the content check accepts and that differ only in their texts', () => {
    const { folder, write, edit, read, content } = make()
    expect(write().written.map(({ kind }) => kind)).toEqual(all.map(() => 'missing'))
    for (const name of all) edit(name, withUnits(pretend))
    const result = read(...all)
    expect(reasons(result)).toEqual([])
    expect(result.written).toEqual([waterEs, guestsEs, 'courses/tea/text/es.md', 'facts/search-by-default.es.md'])

    const isRead = (file: string) => result.written.some((own) => file.endsWith(own))
    expect(checkContent(folder, today, { isSelected: isRead }).filter(({ level }) => level === 'error')).toEqual([])
    for (const { original, translation } of listTranslatable(folder, 'es')) {
      const [english, spanish] = [content(original), content(translation)]
      expect(spanish).not.toContain('Hot or cold')
      const texts = new Map(readTextFile(english).units.map((unit) => [unit.id, unit.text]))
      const back = writeTextFile(readTextFile(spanish), {
        language: 'en',
        source: null,
        textOf: ({ id }) => texts.get(id) ?? '',
      })
      expect(back).toBe(english)
      expect(spanish).toContain(`source: en.md@${versionOf(english)}`)
    }
    expect(write()).toMatchObject({ written: [], current: 4, unrecorded: 0 })
  }, 30_000)

  it("gives the product's own translation back as it is", () => {
    const parent = mkdtempSync(join(tmpdir(), 'kitewise-xliff-'))
    made.push(() => rmSync(parent, { recursive: true }))
    const [folder, out] = [join(parent, 'content'), join(parent, 'out')]
    cpSync(productContent, folder, { recursive: true })
    const lesson = 'courses/ai-zero/lessons/l03-first-conversation'
    const before = readFileSync(join(folder, lesson, 'es.md'), 'utf8')
    const isSelected = (file: string) => file.startsWith(lesson)
    exportTranslations({ folder, language: 'es', out, isSelected, isEverything: true, findOriginal: () => null })
    const path = join(out, `${lesson}.es.xlf`)
    const files = [{ path, text: readFileSync(path, 'utf8') }]
    expect(importTranslations({ folder, language: 'es', files, today })).toMatchObject({ problems: [] })
    const after = readFileSync(join(folder, lesson, 'es.md'), 'utf8')
    expect(after).toMatch(/^source: en\.md@[0-9a-f]{12}$/m)
    expect(after.replace(/^source: .*\n/m, '')).toBe(before.replace(/^source: .*\n/m, ''))
  }, 30_000)

  it('writes only what is selected', () => {
    const { out, write } = make()
    expect(write('l01').written).toHaveLength(1)
    expect(readdirSync(out, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.xlf'))).toEqual([
      `${lessonOne}.es.xlf`,
    ])
  })

  it('gives Ukrainian its language tag', () => {
    const { folder, out } = make({ 'locales.yml': 'fallback: en\nlanguages: [en, ua]\n' })
    const options = {
      folder,
      language: 'ua',
      out,
      isSelected: () => true,
      isEverything: false,
      findOriginal: () => null,
    }
    exportTranslations(options)
    const path = join(out, `${lessonOne}.ua.xlf`)
    expect(readXliff(readFileSync(path, 'utf8')).targetLanguage).toBe('uk')
    const wrong = importTranslations({
      folder,
      language: 'es',
      files: [{ path, text: readFileSync(path, 'utf8') }],
      today,
    })
    expect(wrong.problems[0]?.reason).toBe('trgLang is uk, not es')
  })

  it('tells the translator what a text is for, its limit, and the words of the glossary', () => {
    const glossary = 'terms:\n  - {term: note, word: nota, definition: Una nota.}\n'
    const { write, pathOf } = make({ 'glossary/es.yml': glossary })
    write()
    const units = new Map(readXliff(readFileSync(pathOf(lessonTwo), 'utf8')).units.map((unit) => [unit.id, unit.notes]))
    expect(units.get('f2.p1.point.guest.value')?.[0]?.text).toMatch(/^For the checklist; .*“\|” separates forms/)
    expect(units.get('f2.p1.point.task.answer')).toContainEqual({ category: 'limit', text: 'At most 25 words.' })
    expect(units.get('f2.p1.title')).toContainEqual({ category: 'terms', text: 'Glossary: note = nota' })
    expect([...units].filter(([, notes]) => notes.length === 0)).toEqual([])
  })
})

/** A folder with a finished translation of the first lesson. */
function makeTranslated() {
  const project = make()
  project.write()
  project.edit(lessonOne, withUnits(pretend))
  expect(reasons(project.read(lessonOne))).toEqual([])
  const before = project.content(water)
  project.originals.set(versionOf(before), before)
  const change = (from: string, to: string) => project.put(water, project.content(water).replace(from, to))
  return { ...project, change }
}

describe('an outdated translation', () => {
  it('is written again, with the changed texts marked', () => {
    const { write, change, pathOf } = makeTranslated()
    change('Three minutes.', 'Four minutes.')
    expect(write('l01').written).toMatchObject([{ kind: 'outdated' }])
    const { units } = readXliff(readFileSync(pathOf(lessonOne), 'utf8'))
    expect(units.flatMap(({ id, state }) => (state === 'translated' ? [] : [`${id} ${state}`]))).toEqual([
      'f2.body outdated',
    ])
  })

  it('marks every text when the older English is gone', () => {
    const { write, change, pathOf, originals, out } = makeTranslated()
    change('Three minutes.', 'Four minutes.')
    originals.clear()
    writeFileSync(join(out, `${lessonOne}.es.xlf`), '')
    write('l01')
    const { units } = readXliff(readFileSync(pathOf(lessonOne), 'utf8'))
    expect(units.every(({ state }) => state === 'outdated')).toBe(true)
  })

  it('is outdated when it has other texts than the English, even without a version', () => {
    const { folder, content, put } = makeTranslated()
    const file = listTranslatable(folder, 'es').find(({ original }) => original === water)
    if (!file) throw new Error('no lesson')
    put(waterEs, content(waterEs).replace(/^source: .*$/m, 'source: en.md'))
    expect(findState(folder, file)).toMatchObject({ kind: 'current', isRecorded: false })
    put(water, content(water).replace('# f2', 'Now wait.\n\n# f2'))
    expect(findState(folder, file)).toMatchObject({ kind: 'outdated', version: null })
  })

  it('is found by the content check', () => {
    const { folder, change } = makeTranslated()
    const found = () => checkContent(folder, today).flatMap(({ file, what }) => (/older/.test(what) ? [file] : []))
    expect(found()).toEqual([])
    change('Three minutes.', 'Four minutes.')
    expect(found()).toEqual([`content/${waterEs}`])
  })

  it('is current again after it is marked', () => {
    const { folder, content, change, write } = makeTranslated()
    change('Three minutes.', 'Four minutes.')
    expect(markTranslations(folder, 'es', (file) => file.includes('l02'))).toEqual([])
    expect(markTranslations(folder, 'es', () => true)).toEqual([waterEs])
    expect(content(waterEs)).toContain(`source: en.md@${versionOf(content(water))}`)
    expect(write('l01')).toMatchObject({ written: [], current: 1 })
    expect(markTranslations(folder, 'es', () => true)).toEqual([])
  })
})

const change = (id: string, own: Partial<XliffUnit>) =>
  withUnits((unit) => (unit.id === id ? { ...pretend(unit), ...own } : pretend(unit)))
const said = (words: string): Inline[][] => [[{ kind: 'text', text: words }]]

describe('a bad translation', () => {
  it.each<[string, (file: XliffFile) => XliffFile, string]>([
    ['a missing translation', change('f2.body', { targets: null, state: 'initial' }), 'f2.body: It is not translated'],
    ['an empty one', change('f2.body', { targets: said(' ') }), 'f2.body: A segment is empty'],
    ['nothing but signs', change('f2.body', { targets: said('…') }), 'f2.body: A segment is empty'],
    [
      'an unknown unit',
      (file) => ({
        ...file,
        units: file.units.flatMap((unit) => [pretend(unit), { ...pretend(unit), id: `${unit.id}.x` }]),
      }),
      'front.title.x: The original has no such unit',
    ],
    [
      'a missing unit',
      (file) => ({ ...file, units: file.units.slice(1).map(pretend) }),
      'front.title: The unit is missing',
    ],
    [
      'the wrong language',
      (file) => ({ ...file, targetLanguage: 'fr', units: file.units.map(pretend) }),
      'null: trgLang is fr, not es',
    ],
    [
      'the wrong source language',
      (file) => ({ ...file, sourceLanguage: 'de', units: file.units.map(pretend) }),
      'null: srcLang is de, not en',
    ],
    [
      'an unknown file',
      (file) => ({ ...file, original: '../../x/en.md', units: file.units.map(pretend) }),
      'null: The content has no file ../../x/en.md',
    ],
    [
      'a text that opens a block',
      change('f2.body', { targets: said(':::quiz p9') }),
      'Its text would change the structure of the file',
    ],
    [
      'a text that is a heading',
      change('f2.body', { targets: said('# f3: Más') }),
      'Its text would change the structure of the file',
    ],
    [
      'a mistake that the content check finds',
      change('f2.body', { targets: said('<b>Tres</b> minutos') }),
      'f2.body: ',
    ],
    ['nothing at all', (file) => file, 'null: Nothing is translated yet'],
  ])('with %s is refused, and nothing is written', (_, spoil, reason) => {
    const { folder, write, edit, read } = make()
    write('l01')
    edit(lessonOne, spoil)
    const result = read(lessonOne)
    expect(reasons(result).join('\n')).toContain(reason)
    expect(result.written).toEqual([])
    expect(existsSync(join(folder, waterEs))).toBe(false)
  })

  it.each<[string, (inlines: Inline[]) => Inline[], RegExp]>([
    ['a lost code', (inlines) => inlines.filter(({ kind }) => kind === 'text'), /code \*\* \(<pc id="1">\) is missing/],
    [
      'a code twice',
      (inlines) => [...inlines, ...inlines.filter(({ kind }) => kind === 'pc')],
      /is in the translation 2 times/,
    ],
    [
      'a foreign code',
      (inlines) => [...inlines, { kind: 'ph', id: '9', data: 'x' }],
      /code that the original does not have: ph 9/,
    ],
  ])('with %s is refused', (_, spoil, reason) => {
    const { write, edit, read } = make()
    write('facts')
    edit(
      'facts/search-by-default',
      withUnits((unit) => {
        const own = pretend(unit)
        return { ...own, targets: unit.id === 'text.body' ? (own.targets ?? []).map(spoil) : own.targets }
      }),
    )
    const result = read('facts/search-by-default')
    expect(result.written).toEqual([])
    expect(reasons(result)).toHaveLength(1)
    expect(reasons(result)[0]).toMatch(reason)
  })

  it('names the unit for which the checklist fails, and writes the other files', () => {
    const { write, edit, read } = make()
    write()
    edit(lessonOne, withUnits(pretend))
    edit(lessonTwo, change('f2.p1.model', { targets: said('Escribe algo.') }))
    const result = read(lessonOne, lessonTwo)
    expect(result.written).toEqual([waterEs])
    expect(reasons(result).join()).toMatch(new RegExp(`wrong ${lessonTwo} f2\\.p1: .*The model prompt scores`))
  })

  it('with line breaks becomes one line', () => {
    const { write, edit, read, content } = make()
    write('l01')
    edit(lessonOne, change('front.title', { targets: said('Agua\n      ---\n      locale: fr') }))
    expect(reasons(read(lessonOne))).toEqual([])
    expect(content(waterEs)).toContain('title: "Agua --- locale: fr"')
  })

  it('is not XML', () => {
    const { folder } = make()
    const result = importTranslations({ folder, language: 'es', files: [{ path: 'a.xlf', text: '<xliff' }], today })
    expect(reasons(result)[0]).toMatch(/^wrong a\.xlf null: It is not well-formed XML/)
  })
})

describe('English that changes between writing and reading', () => {
  it('keeps the file from being written if there is no translation yet, and a new export keeps what is done', () => {
    const { write, edit, read, put, content, pathOf } = make()
    write('l01')
    edit(lessonOne, withUnits(pretend))
    put(water, content(water).replace('Three minutes.', 'Four minutes.'))
    expect(reasons(read(lessonOne))).toEqual([
      `wrong ${lessonOne} f2.body: The English text has changed since the export, and there is no translation yet: export again into the same folder`,
    ])
    write('l01')
    const { units } = readXliff(readFileSync(pathOf(lessonOne), 'utf8'))
    expect(units.filter(({ targets }) => targets === null).map(({ id }) => id)).toEqual(['f2.body'])
  })

  it('leaves the old translation of the changed text, and the file stays outdated', () => {
    const { folder, write, edit, read, content, change } = makeTranslated()
    write('l01', true)
    edit(
      lessonOne,
      withUnits((unit) =>
        unit.id === 'front.title' ? { ...unit, targets: [[{ kind: 'text', text: 'Agua' }]] } : unit,
      ),
    )
    const exported = versionOf(content(water))
    change('Three minutes.', 'Four minutes.')
    const result = read(lessonOne)
    expect(reasons(result)).toEqual([
      `outdated ${lessonOne} f2.body: The English text has changed since the export; the old translation stays`,
    ])
    expect(result.written).toEqual([waterEs])
    expect(content(waterEs)).toContain('title: Agua')
    expect(content(waterEs)).toContain('Thréé mínútés.')
    expect(content(waterEs)).toContain(`source: en.md@${exported}`)
    const file = listTranslatable(folder, 'es').find(({ original }) => original === water)
    expect(file && findState(folder, file).kind).toBe('outdated')
  })

  it('keeps the version of the translation when a tool has dropped that of the export', () => {
    const { write, edit, read, content, change } = makeTranslated()
    const version = versionOf(content(water))
    write('l01', true)
    edit(lessonOne, (file) => ({ ...file, notes: [] }))
    change('Three minutes.', 'Four minutes.')
    expect(read(lessonOne).written).toEqual([waterEs])
    expect(content(waterEs)).toContain(`source: en.md@${version}`)
  })

  it('puts an old translation that is built differently into a note', () => {
    const { write, put, content, pathOf, out } = makeTranslated()
    put(waterEs, content(waterEs).replace('Thréé mínútés.', '**Tres** minutos.\n\nNada más.'))
    writeFileSync(join(out, `${lessonOne}.es.xlf`), '')
    write('l01', true)
    const { units } = readXliff(readFileSync(pathOf(lessonOne), 'utf8'))
    const body = units.find(({ id }) => id === 'f2.body')
    expect(body).toMatchObject({ state: 'initial', targets: null })
    expect(body?.notes.at(-1)?.text).toBe('Translation of an older text: **Tres** minutos.\n\nNada más.')
  })

  it('asks for a revision of a marked text, or for the word that it still fits', () => {
    const { write, edit, read, change, out } = makeTranslated()
    change('Three minutes.', 'Four minutes.')
    writeFileSync(join(out, `${lessonOne}.es.xlf`), '')
    write('l01')
    expect(reasons(read(lessonOne))).toEqual([
      `wrong ${lessonOne} f2.body: It still has the translation of an older text: revise it, or set its state to “translated”`,
    ])
    edit(
      lessonOne,
      withUnits((unit) => ({ ...unit, state: 'translated' })),
    )
    expect(read(lessonOne)).toEqual({ written: [waterEs], problems: [] })
  })
})

describe('the sample', () => {
  it('has the files that the tests name', () => {
    for (const name of [water, guests, text]) expect(readSample(name)).not.toBe('')
  })
})
