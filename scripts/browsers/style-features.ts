import { type CssNode, type List, parse, walk } from 'css-tree'
import type { CompatData } from './compat-data.ts'
import type { Use } from './script-features.ts'

/** Features of a style sheet that an oldest browser lacks. */

const prefixOf = (name: string): string => /^-(?:webkit|moz|ms)-/.exec(name)?.[0] ?? ''

/** Units that are features under another name. */
const unitFeatures: [RegExp, string][] = [
  [/^d(vh|vw|vmin|vmax|vi|vb)$/, 'viewport_percentage_units_dynamic'],
  [/^l(vh|vw|vmin|vmax|vi|vb)$/, 'viewport_percentage_units_large'],
  [/^s(vh|vw|vmin|vmax|vi|vb)$/, 'viewport_percentage_units_small'],
  [/^cq(w|h|i|b|min|max)$/, 'container_query_length_units'],
]

const featureOfUnit = (unit: string): string =>
  `css.types.length.${unitFeatures.find(([pattern]) => pattern.test(unit))?.[1] ?? unit}`

type Declaration = Extract<CssNode, { type: 'Declaration' }>

export class StyleReader {
  readonly #uses: Use[] = []

  constructor(private readonly data: CompatData) {}

  read(css: string): Use[] {
    const options = { positions: true, parseCustomProperty: true, onParseError: refuse }
    walk(parse(css, options), (node) => this.#readNode(node))
    return this.#uses
  }

  #report(feature: string, node: CssNode, prefixes?: ReadonlySet<string>): boolean {
    if (!this.data.isMissing(feature, prefixes)) return false
    this.#uses.push({ feature, at: node.loc?.start.offset ?? 0 })
    return true
  }

  #readNode(node: CssNode): symbol | undefined {
    // What is in `@supports` is only for browsers that have it.
    if (node.type === 'Atrule' && node.name === 'supports') return walk.skip
    if (node.type === 'Atrule') this.#readAtRule(node)
    if (node.type === 'PseudoClassSelector' || node.type === 'PseudoElementSelector')
      this.#report(`css.selectors.${node.name}`, node)
    if (node.type === 'NestingSelector') this.#report('css.selectors.nesting', node)
    if (node.type === 'Feature') this.#report(`css.at-rules.media.${node.name}`, node)
    if (node.type === 'FeatureRange') this.#report('css.at-rules.media.range_syntax', node)
    if (node.type === 'Block') this.#readBlock(node.children)
    return undefined
  }

  #readAtRule(node: Extract<CssNode, { type: 'Atrule' }>): void {
    const name = node.name.replace(prefixOf(node.name), '')
    if (name === node.name) this.#report(`css.at-rules.${name}`, node)
  }

  /** A declaration that a browser doesn't understand is ignored, so one before it of the same property counts. */
  #readBlock(children: List<CssNode>): void {
    const before = new Set<string>()
    const declarations = children.toArray().filter((node): node is Declaration => node.type === 'Declaration')
    const names = declarations.map(({ property }) => property)
    for (const declaration of declarations) {
      const { property } = declaration
      if (this.#readDeclaration(declaration, names, before.has(property))) before.add(property)
    }
  }

  /** @returns whether every browser understands it */
  #readDeclaration(node: Declaration, names: readonly string[], hasFallback: boolean): boolean {
    const { property } = node
    if (prefixOf(property)) return true
    if (!property.startsWith('--')) {
      const prefixes = new Set(names.filter((name) => name.endsWith(property)).map(prefixOf))
      if (this.#report(`css.properties.${property}`, node, prefixes)) return false
    }
    const missing: [string, CssNode][] = []
    walk(node.value, (value) => {
      for (const feature of valueFeatures(property, value))
        if (this.data.isMissing(feature)) missing.push([feature, value])
    })
    if (!hasFallback) for (const [feature, value] of missing) this.#report(feature, value)
    return missing.length === 0
  }
}

const refuse = (error: Error): never => {
  throw error
}

const valueFeatures = (property: string, value: CssNode): string[] => {
  if (value.type === 'Dimension') return [featureOfUnit(value.unit.toLowerCase())]
  if (value.type === 'Identifier') return [`css.properties.${property}.${value.name}`]
  if (value.type !== 'Function') return []
  const name = value.name.toLowerCase()
  return [
    'css.types',
    'css.types.color',
    'css.types.gradient',
    'css.types.easing-function',
    'css.types.image',
    `css.properties.${property}`,
    'css.types.basic-shape',
  ].map((path) => `${path}.${name}`)
}
