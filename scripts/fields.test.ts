import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'

/**
 * A field for text is one of the shared components, which give it the direction of what is written and a limit in signs.
 * These are theirs, and fields for something else.
 */
const root = join(import.meta.dirname, '..')
const shared = [
  'apps/web/src/components/field.tsx',
  'apps/web/src/components/pin-field.tsx',
  'apps/desk/src/components/text-box.tsx',
]
const enterRule = 'apps/web/src/lib/typing/is-enter.ts'
const withoutText = /type="(checkbox|radio|number|date|file|hidden)"/

/** Each opening tag of a field, whole: an arrow function in it has a `>` of its own. */
const fieldsIn = (source: string): string[] =>
  source.split(/(?=<(?:input|textarea)\b)/).flatMap((part) => {
    const [tag] = /^<(?:input|textarea)\b[\s\S]*?(?:\/>|[^=]>)/.exec(part) ?? []
    return tag === undefined ? [] : [tag]
  })

const listSources = (): string[] =>
  ['web', 'desk', 'player'].flatMap((app) =>
    readdirSync(join(root, 'apps', app, 'src'), { recursive: true, encoding: 'utf8' })
      .filter((path) => /\.tsx?$/.test(path) && !path.includes('.test.'))
      .map((path) => `apps/${app}/src/${path}`),
  )

it('every field for text is a shared component', () => {
  const own = listSources()
    .filter((path) => !shared.includes(path))
    .flatMap((path) =>
      fieldsIn(readFileSync(join(root, path), 'utf8'))
        .filter((tag) => !withoutText.test(tag))
        .map((tag) => `${path}: ${tag.replaceAll(/\s+/g, ' ')}`),
    )
  expect(own).toEqual([])
})

it('no field cuts by code units, and no key press is Enter without the rule for input methods', () => {
  const wrong = listSources().filter(
    (path) => path !== enterRule && / maxLength=|\bkey === 'Enter'/.test(readFileSync(join(root, path), 'utf8')),
  )
  expect(wrong).toEqual([])
})

it('text runs in its own direction in every shared field', () => {
  for (const path of shared.filter((one) => !one.includes('pin-field'))) {
    const tags = fieldsIn(readFileSync(join(root, path), 'utf8'))
    expect(tags.map((tag) => [path, tag.includes('dir="auto"')])).toEqual([
      [path, true],
      [path, true],
    ])
  }
})
