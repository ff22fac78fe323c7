import { execFile } from 'node:child_process'
import { existsSync, readdirSync, readFileSync, realpathSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { buildPlayer } from '../apps/player/build/build-player.ts'
import { CompatData } from './browsers/compat-data.ts'
import { type Exception, exceptions } from './browsers/exceptions.ts'
import { readPage } from './browsers/page-features.ts'
import { oldestOf, type Part, root } from './browsers/parts.ts'
import { ScriptReader, type Use } from './browsers/script-features.ts'
import { StyleReader } from './browsers/style-features.ts'
import type { TypedUse } from './browsers/typed-features.ts'
import { WebNames } from './browsers/web-names.ts'

/**
 * Compares what is built for browsers, dependencies included, with the oldest supported versions and MDN's compatibility
 * data: syntax, patterns, what scripts use of the language and the platform, attributes and styles. See
 * docs/decisions/0219-oldest-browsers.md.
 */

export type Finding = { part: Part; feature: string; where: string; needs: string }

/** Reads files of one part. */
export class PartReader {
  readonly findings: Finding[] = []
  readonly #data: CompatData
  readonly #names: WebNames

  constructor(private readonly part: Part) {
    this.#data = new CompatData(oldestOf[part])
    this.#names = new WebNames(this.#data)
  }

  /** @param name of the file; its ending says what it is */
  read(name: string, text: string): void {
    if (name.endsWith('.js')) this.#add(name, text, new ScriptReader(this.#data, this.#names).read(text))
    if (name.endsWith('.css')) this.#add(name, text, new StyleReader(this.#data).read(text))
    if (name.endsWith('.html')) this.#readPage(name, text)
  }

  #readPage(name: string, text: string): void {
    const { attributes, scripts, styles } = readPage(text, this.#names)
    for (const script of scripts) this.read(`${name}: script.js`, script)
    for (const style of styles) this.read(`${name}: style.css`, style)
    for (const feature of attributes) this.add(feature, name)
  }

  add(feature: string, where: string): void {
    this.findings.push({ part: this.part, feature, where, needs: this.#names.describeNeeds(feature) })
  }

  #add(name: string, text: string, uses: readonly Use[]): void {
    for (const { feature, at } of uses)
      this.add(feature, `${name}: …${text.slice(Math.max(0, at - 50), at + 50).replaceAll(/\s+/g, ' ')}…`)
  }
}

/** What no exception explains, one line for each feature and part, and the exceptions that explain nothing. */
export function judge(findings: readonly Finding[], known: readonly Exception[]): string[] {
  const unused = new Set(
    known.flatMap(({ features, parts }) => features.flatMap((one) => parts.map((part) => `${one} (${part})`))),
  )
  const allowed = new Set(unused)
  const problems = new Map<string, string>()
  for (const { part, feature, where, needs } of findings) {
    const name = `${feature} (${part})`
    unused.delete(name)
    if (!allowed.has(name) && !problems.has(name)) problems.set(name, `${name} needs ${needs}: ${where}`)
  }
  return [...problems.values(), ...[...unused].map((name) => `The exception for ${name} is no longer needed.`)]
}

const listFiles = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => !/\.(br|gz)$/.test(name))

/** The drawn pages differ in their texts alone, so those in English speak for all. */
const isWorthReading = (name: string): boolean => !name.endsWith('.html') || !/\.(?!en\.)\w+\.html$/.test(name)

const readFolder = (part: Part, folder: string, names: readonly string[]): Finding[] => {
  const reader = new PartReader(part)
  for (const name of names) reader.read(name, readFileSync(join(folder, name), 'utf8'))
  return reader.findings
}

const isWorker = (name: string): boolean => /^(sw|push-worker)\.js$/.test(name)

const readBuilt = async (): Promise<Finding[]> => {
  const [web, desk] = [join(root, 'dist/web'), join(root, 'dist/desk')]
  const files = listFiles(web).filter((name) => /\.(js|css|html)$/.test(name) && isWorthReading(name))
  const player = new PartReader('player')
  for (const [name, contents] of await buildPlayer())
    if (/\.(js|css)$/.test(name)) player.read(name, Buffer.from(contents).toString())
  return [
    ...readFolder(
      'web',
      web,
      files.filter((name) => !isWorker(name)),
    ),
    ...readFolder('worker', web, files.filter(isWorker)),
    ...readFolder(
      'desk',
      desk,
      listFiles(desk).filter((name) => /\.(js|css|html)$/.test(name)),
    ),
    ...player.findings,
  ]
}

/** A process of its own, because the compiler takes as long as everything else. */
const readSources = async (): Promise<Finding[]> => {
  const script = join(root, 'scripts/browsers/typed-features.ts')
  const { stdout } = await promisify(execFile)(join(root, 'node_modules/.bin/tsx'), [script], { maxBuffer: 1e8 })
  return (JSON.parse(stdout) as TypedUse[]).map(({ part, feature, file, line }) => ({
    part,
    feature,
    where: `${file}:${line}`,
    needs: new CompatData(oldestOf[part]).describeNeeds(feature),
  }))
}

const run = async (): Promise<void> => {
  const [sources, built] = await Promise.all([readSources(), readBuilt()])
  const problems = judge([...sources, ...built], exceptions)
  for (const problem of problems) console.error(problem)
  if (problems.length > 0) process.exit(1)
  console.log('Everything that is built runs in the oldest supported browsers.')
}

if (process.argv[1] && existsSync(process.argv[1]) && realpathSync(process.argv[1]) === import.meta.filename)
  await run()
