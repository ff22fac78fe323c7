import { describe, expect, it } from 'vitest'
import {
  describeSizes,
  findCrumbs,
  findCycles,
  findForeignFeatures,
  findUpwardImports,
  readImports,
  type Source,
} from './check-folders.ts'

const features = 'apps/server/src/features'

const source = (path: string, text: string, lines = 60): Source => ({ path, lines, imports: readImports(text) })

describe('readImports', () => {
  it('finds every kind of import', () => {
    const text = `import { a, type B, c as d } from './one.ts'
import type {
  E,
} from '../two.ts'
import './three.ts'
import * as all from './four.ts'
export { f } from './five.ts'
const later = () => import('./six.ts')`
    expect(readImports(text)).toEqual(['./one.ts', '../two.ts', './three.ts', './four.ts', './five.ts', './six.ts'])
  })
})

describe('findCycles', () => {
  const tree = [
    source(`${features}/billing/a.ts`, "import { b } from '../accounts/b.ts'"),
    source(`${features}/accounts/b.ts`, "import { ok } from '../../platform/result.ts'"),
    source('packages/rules/src/a.ts', "import type { B } from '@kitewise/contract/b'"),
  ]

  it('accepts a tree', () => {
    expect(findCycles(tree)).toEqual([])
  })

  it('reports features that import each other, even by type imports and through a third one', () => {
    const back = source(`${features}/accounts/c.ts`, "import type { D } from '../reach/d.ts'")
    const round = source(`${features}/reach/d.ts`, "import { a } from '../billing/a.ts'")
    const [problem, ...others] = findCycles([...tree, back, round])
    expect(problem).toContain(`${features}/reach/d.ts imports ../billing/a.ts`)
    expect(problem).toContain(`${features}/accounts/c.ts imports ../reach/d.ts`)
    expect(others).toEqual([])
  })

  it('reports packages and web features that import each other', () => {
    expect(
      findCycles([...tree, source('packages/contract/src/b.ts', "import { a } from '@kitewise/rules/a'")]),
    ).toHaveLength(1)
    expect(
      findCycles([
        source('apps/web/src/features/lesson/a.tsx', "import { B } from '../course/b.tsx'"),
        source('apps/web/src/features/course/b.tsx', "import { A } from '../lesson/a.tsx'"),
      ]),
    ).toHaveLength(1)
  })
})

describe('findUpwardImports', () => {
  it('accepts downward imports and reports upward ones', () => {
    const down = source('apps/server/src/http/a.ts', "import { b } from '../features/billing/routes.ts'")
    expect(findUpwardImports([down])).toEqual([])
    const up = [
      source(`${features}/billing/a.ts`, "import { b } from '../../jobs/b.ts'"),
      source('apps/server/src/platform/a.ts', "import type { B } from '../features/billing/b.ts'"),
      source('apps/server/src/config.ts', "import { b } from './features/billing/b.ts'"),
    ]
    expect(findUpwardImports(up)).toHaveLength(3)
  })

  it('does so for each pair of layers', () => {
    const page = source('apps/web/src/app/routes/a.tsx', "import { B } from '../../features/lesson/b.tsx'")
    expect(findUpwardImports([page])).toEqual([])
    const up = [
      source('apps/web/src/lib/a.ts', "import { b } from '../features/lesson/b.ts'"),
      source('apps/web/src/components/a.tsx', "import { b } from '../app/b.ts'"),
      source('apps/web/src/features/lesson/components/a.tsx', "import { b } from '../../../app/b.ts'"),
      source('apps/server/src/adapters/mail/a.ts', "import { b } from '../../features/reach/b.ts'"),
      source('apps/server/src/database/a.ts', "import { b } from '../http/b.ts'"),
    ]
    expect(findUpwardImports(up)).toHaveLength(up.length)
  })
})

describe('findForeignFeatures', () => {
  it("reports imports between the web app's features, and accepts those within one", () => {
    const own = source('apps/web/src/features/lesson/components/a.tsx', "import { b } from '../api.ts'")
    const onServer = source(`${features}/billing/a.ts`, "import { b } from '../accounts/b.ts'")
    expect(findForeignFeatures([own, onServer])).toEqual([])
    const foreign = source('apps/web/src/features/lesson/components/a.tsx', "import { b } from '../../course/b.ts'")
    expect(findForeignFeatures([foreign])).toHaveLength(1)
  })
})

describe('sizes', () => {
  const importer = source('apps/web/src/lib/a.ts', "import { b } from './b.ts'\nimport { c } from './c/c.ts'")
  const small = (path: string) => source(path, '', 20)

  it('counts a small file as a crumb when exactly one file imports it, from the same folder', () => {
    const sources = [importer, small('apps/web/src/lib/b.ts'), small('apps/web/src/lib/c/c.ts')]
    expect(findCrumbs(sources)).toEqual(['apps/web/src/lib/b.ts'])
    expect(findCrumbs([...sources, source('apps/web/src/app/d.ts', "import { b } from '../lib/b.ts'")])).toEqual([])
  })

  it('warns about a repository of files that are too small or too large', () => {
    expect(describeSizes([importer]).warnings).toEqual([])
    const dust = Array.from({ length: 171 }, (_, index) => small(`apps/web/src/lib/${index}.ts`))
    expect(describeSizes(dust).warnings).toEqual([expect.stringContaining('at most 25 lines: 171')])
    expect(describeSizes([source('apps/web/src/lib/a.ts', '', 201)]).warnings).toHaveLength(2)
  })
})
