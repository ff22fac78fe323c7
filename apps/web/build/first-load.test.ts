import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'

const src = join(import.meta.dirname, '../src')

it('sets the theme before the first paint, so no style sheet asks the device for it', () => {
  const sheets = readdirSync(src, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.css'))
  expect(sheets.length).toBeGreaterThan(50)
  const asking = sheets.filter((file) => readFileSync(join(src, file), 'utf8').includes('prefers-color-scheme'))
  expect(asking).toEqual([])
})
