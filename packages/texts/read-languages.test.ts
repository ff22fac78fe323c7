import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import { readFrontMatter, readLanguages, readLegalFiles } from './read-languages.ts'

const made: string[] = []
afterEach(() => {
  for (const folder of made.splice(0)) rmSync(folder, { recursive: true })
})

const makeFolder = (files: Record<string, string>): string => {
  const folder = mkdtempSync(join(tmpdir(), 'languages-'))
  made.push(folder)
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(join(folder, path, '..'), { recursive: true })
    writeFileSync(join(folder, path), text)
  }
  return folder
}

it('includes a language as soon as its file exists', () => {
  const folder = makeFolder({ 'mails/en.json': '{"hello":"Hello"}', 'mails/es.json': '{"hello":"Hola"}' })
  const languages = readLanguages<{ hello: string }>('mails', folder)
  expect([...languages].map(([code, { hello }]) => `${code} ${hello}`)).toEqual(['en Hello', 'es Hola'])
})

it('reads legal files unchanged, with Unix line ends', () => {
  const folder = makeFolder({ 'legal/en/terms.md': 'one\r\n{{brand}}\r\n', 'legal/es/terms.md': 'uno\n' })
  expect(readLegalFiles(folder)).toEqual([
    { language: 'en', name: 'terms', text: 'one\n{{brand}}\n' },
    { language: 'es', name: 'terms', text: 'uno\n' },
  ])
})

describe('front matter', () => {
  it('is separated from the text', () => {
    expect(readFrontMatter('---\ntitle: Terms: all\nversion: 1\n---\nText\n---\n')).toEqual({
      fields: { title: 'Terms: all', version: '1' },
      body: 'Text\n---\n',
    })
  })

  it('is required', () => {
    expect(() => readFrontMatter('Text')).toThrow('does not begin with front matter')
  })
})
