import { join, relative } from 'node:path'
import { isElementAccessExpression, isIdentifier, isPropertyAccessExpression } from 'typescript/unstable/ast/is'
import type { Node, SourceFile } from 'typescript/unstable/ast'
import { API, type Project, type Symbol as TypeSymbol } from 'typescript/unstable/sync'
import { CompatData } from './compat-data.ts'
import { type Part, partsOfProjects, root } from './parts.ts'
import { WebNames } from './web-names.ts'

/**
 * Members whose name says too little in a built script, because something of that name is in every browser: `size` of a
 * Set, and of URLSearchParams. In our own sources the compiler knows whose member it is.
 */

export type TypedUse = { part: Part; feature: string; file: string; line: number }

/** What the compiler calls an interface, where the data has another name. */
const interfaceNames: [RegExp, string][] = [
  [/^Readonly(Array|Set|Map)$/, '$1'],
  [/^\w*Iterator(Object)?$/, 'Iterator'],
  [/^LocaleOptions$/, 'Locale'],
  [/Constructor$/, ''],
]

const nameOfInterface = (symbol: TypeSymbol | undefined): string | undefined =>
  symbol && interfaceNames.reduce((name, [pattern, replacement]) => name.replace(pattern, replacement), symbol.name)

const isOfPlatform = ({ declarations }: TypeSymbol): boolean =>
  declarations.some(({ path }) => /\/lib\.[\w.]+\.d\.ts$/.test(path))

/** The names of members in a file that only their type can tell apart. `x.y?.()` is guarded. */
const ambiguousMembers = (file: SourceFile, names: WebNames): Node[] => {
  const found: Node[] = []
  const visit = (node: Node): undefined => {
    if (isPropertyAccessExpression(node) && isIdentifier(node.name) && names.isAmbiguous(node.name.text)) {
      const { parent } = node
      const isOptional = 'questionDotToken' in parent && parent.questionDotToken !== undefined
      if (!isOptional && !isElementAccessExpression(parent)) found.push(node.name)
    }
    node.forEachChild(visit)
  }
  file.forEachChild(visit)
  return found
}

class ProjectReader {
  readonly uses: TypedUse[] = []
  readonly #interfaces = new Map<number, string | undefined>()

  constructor(
    private readonly project: Project,
    private readonly part: Part,
    private readonly names: WebNames,
  ) {}

  read(path: string): void {
    const file = this.project.program.getSourceFile(path)
    const members = file ? ambiguousMembers(file, this.names) : []
    if (!file || members.length === 0) return
    const symbols = this.project.checker.getSymbolAtLocation(members)
    for (const [index, symbol] of symbols.entries()) {
      const node = members[index]
      const owner = symbol && this.#interfaceOf(symbol)
      if (!symbol || !node || owner === undefined) continue
      const feature = this.names.missingAmong(this.names.membersOf(owner, symbol.name))
      if (feature === undefined) continue
      const line = file.text.slice(0, node.end).split('\n').length
      this.uses.push({ part: this.part, feature, file: relative(root, path), line })
    }
  }

  #interfaceOf(symbol: TypeSymbol): string | undefined {
    if (!this.#interfaces.has(symbol.id))
      this.#interfaces.set(symbol.id, isOfPlatform(symbol) ? nameOfInterface(symbol.getParent()) : undefined)
    return this.#interfaces.get(symbol.id)
  }
}

const isShipped = (path: string): boolean =>
  path.startsWith(root) && !/node_modules|\.test\.|\/test-support\/|\/build\/|\.config\.ts$|\.d\.ts$/.test(path)

/** Reads the sources of everything that runs in a browser. */
function readTypedFeatures(): TypedUse[] {
  const api = new API({})
  const uses: TypedUse[] = []
  const configs = partsOfProjects.map(({ folder }) => join(root, folder, 'tsconfig.json'))
  const snapshot = api.updateSnapshot({ openProjects: configs })
  for (const project of snapshot.getProjects()) {
    const found = partsOfProjects.find(({ folder }) => project.configFileName === join(root, folder, 'tsconfig.json'))
    if (!found) continue
    const data = new CompatData(found.oldest)
    const reader = new ProjectReader(project, found.part, new WebNames(data))
    for (const path of project.program.getSourceFileNames()) if (isShipped(path)) reader.read(path)
    uses.push(...reader.uses)
  }
  api.close()
  return uses
}

process.stdout.write(JSON.stringify(readTypedFeatures()))
