import { join } from 'node:path'
import { expect, it } from 'vitest'
import { type BuiltChunk, listEarlyFiles } from './early-files.ts'

const app = join(import.meta.dirname, '../src/app')

const chunk = (fileName: string, part: Partial<BuiltChunk> = {}): BuiltChunk => ({
  type: 'chunk',
  fileName,
  imports: [],
  isEntry: false,
  facadeModuleId: null,
  ...part,
})
const styled = (css: string) => ({ viteMetadata: { importedCss: new Set([css]) } })

const bundle = {
  'index.js': chunk('index.js', { isEntry: true, imports: ['react.js'] }),
  'react.js': chunk('react.js'),
  'data.js': chunk('data.js', styled('data.css')),
  'signed-in.js': chunk('signed-in.js', { facadeModuleId: join(app, 'signed-in.tsx'), imports: ['data.js'] }),
  'course.js': chunk('course.js', {
    facadeModuleId: join(app, 'routes/course.tsx'),
    imports: ['data.js', 'react.js'],
    ...styled('course.css'),
  }),
  'texts-en-core.js': chunk('static/js/texts-en-core.abc.chunk.js'),
  'kite.svg': { type: 'asset' as const },
}
const early = listEarlyFiles(bundle)
const named = (indexes: readonly number[] = []) => indexes.map((index) => early.files[index])

it("a screen's files are its own and those that it imports, except those of the entry", () => {
  const [address, groups, files] = early.screens.find(([source]) => new RegExp(source).test('/course/ai-zero')) ?? []
  expect(address).toBe('^/course/[^/]+$')
  expect(groups).toContain('core')
  expect(named(files)).toEqual(['course.js', 'course.css', 'data.js', 'data.css'])
})

it('the signed-in part and the texts by language and group are listed', () => {
  expect(named(early.signedIn)).toEqual(['signed-in.js', 'data.js', 'data.css'])
  expect(named(Object.values(early.texts))).toEqual(['static/js/texts-en-core.abc.chunk.js'])
})

it('every screen with a page of its own has an address, and no address is another one’s', () => {
  const addresses = early.screens.map(([source]) => source)
  expect(addresses).toContain('^/quiz/.*$')
  expect(new Set(addresses).size).toBe(addresses.length)
})
