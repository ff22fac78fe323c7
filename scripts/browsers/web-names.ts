import type { CompatData } from './compat-data.ts'

/** The names that scripts use of the language and the platform, each with the features that it can mean. */

const builtins = 'javascript.builtins'

/** Global objects whose interface has another name. */
const interfaceOf: Record<string, string> = {
  navigator: 'Navigator',
  document: 'Document',
  window: 'Window',
  self: 'Window',
  globalThis: 'Window',
  location: 'Location',
  history: 'History',
  screen: 'Screen',
  crypto: 'Crypto',
  performance: 'Performance',
  caches: 'CacheStorage',
  indexedDB: 'IDBFactory',
  localStorage: 'Storage',
  sessionStorage: 'Storage',
  visualViewport: 'VisualViewport',
  scheduler: 'Scheduler',
  speechSynthesis: 'SpeechSynthesis',
  customElements: 'CustomElementRegistry',
}

/** What a worker or a page sees without naming an object. */
const globalScopes = new Set(['Window', 'WorkerGlobalScope', 'ServiceWorkerGlobalScope'])

/** Members have plain names; the data also lists events, parameters and notes, whose names have an underscore. */
const isMemberName = (name: string): boolean => /^[a-z][a-z\d]*$/i.test(name)

const add = (map: Map<string, string[]>, name: string, path: string): void => {
  const known = map.get(name)
  if (known) known.push(path)
  else map.set(name, [path])
}

export class WebNames {
  readonly #globals = new Map<string, string[]>()
  readonly #members = new Map<string, string[]>()
  readonly #events = new Map<string, string[]>()

  constructor(private readonly data: CompatData) {
    for (const name of data.namesIn('api')) this.#addInterface(name)
    for (const name of data.namesIn(builtins)) {
      add(this.#globals, name, `${builtins}.${name}`)
      this.#addMembers(`${builtins}.${name}`)
    }
    for (const name of data.namesIn(`${builtins}.Intl`)) this.#addMembers(`${builtins}.Intl.${name}`)
  }

  #addInterface(name: string): void {
    const path = `api.${name}`
    add(this.#globals, name, path)
    // Objects of an interface that is missing come from a name that is missing too, which is reported instead.
    if (!this.data.isMissing(path) && this.data.isStandard(path)) this.#addMembers(path)
    for (const member of this.data.namesIn(path)) {
      if (member.endsWith('_event')) add(this.#events, member.slice(0, -'_event'.length), `${path}.${member}`)
      else if (globalScopes.has(name) && isMemberName(member)) add(this.#globals, member, `${path}.${member}`)
    }
  }

  #addMembers(path: string): void {
    for (const name of this.data.namesIn(path))
      if (isMemberName(name) && !path.endsWith(`.${name}`)) add(this.#members, name, `${path}.${name}`)
  }

  /** The first of the features, if none of them is in every browser; outside the standards nothing is worth a report. */
  missingAmong(paths: readonly string[] = []): string | undefined {
    if (paths.length === 0 || !paths.every((path) => this.data.isMissing(path))) return undefined
    return paths.find((path) => this.data.isStandard(path))
  }

  missingGlobal(name: string): string | undefined {
    return this.missingAmong(this.#globals.get(name))
  }

  missingEvent(name: string): string | undefined {
    return this.missingAmong(this.#events.get(name))
  }

  /** A member of an interface or a builtin, as `Array`, or of a global object, as `navigator`. Undefined where the data has none. */
  membersOf(object: string, name: string): string[] {
    const own = interfaceOf[object] ?? object
    const paths = [`api.${own}.${name}_static`, `api.${own}.${name}`, `${builtins}.${own}.${name}`]
    return [...paths, `${builtins}.Intl.${own}.${name}`].filter((path) => this.data.find(path) !== undefined)
  }

  /**
   * @param object the name of a global object, where a script names one
   * @returns `.take` where only the name is known: nothing of that name is in every browser
   */
  missingMember(name: string, object: string | undefined): string | undefined {
    if (object !== undefined) {
      const exact = this.membersOf(object, name)
      if (exact.length > 0) return this.missingAmong(exact)
      if (interfaceOf[object] === 'Window') return this.missingGlobal(name)
    }
    return this.missingAmong(this.#members.get(name)) && `.${name}`
  }

  /** Whether one thing of this name is in every browser, and another isn't: only the type says which. */
  isAmbiguous(name: string): boolean {
    const paths = this.#members.get(name) ?? []
    const missing = paths.filter((path) => this.data.isMissing(path))
    return missing.length > 0 && missing.length < paths.length
  }

  /** Features of an option of a function or constructor: `….options_behavior_parameter`. */
  optionsOf(called: string, option: string): string[] {
    const constructors = [`api.${called}.${called}`, `${builtins}.Intl.${called}.${called}`, `api.${called}`]
    return [...(this.#members.get(called) ?? []), ...constructors].flatMap((path) => this.#optionsIn(path, option))
  }

  #optionsIn(path: string, option: string): string[] {
    return this.data.namesIn(path).flatMap((name) => {
      if (name.endsWith(`_${option}_parameter`)) return [`${path}.${name}`]
      return /^(options|init)_parameter$/.test(name) ? this.#optionsIn(`${path}.${name}`, option) : []
    })
  }

  /** @param element undefined for any element */
  missingAttribute(element: string | undefined, attribute: string): string | undefined {
    const paths = [`html.global_attributes.${attribute}`, `html.elements.${element}.${attribute}`]
    return this.missingAmong(paths.filter((path) => this.data.find(path) !== undefined))
  }

  isElement(name: string): boolean {
    return this.data.find(`html.elements.${name}`) !== undefined
  }

  /** Only the name is known for these, so the data is asked for the first that has it. */
  describeNeeds(feature: string): string {
    const path = feature.startsWith('.') ? this.#members.get(feature.slice(1))?.[0] : feature
    return path === undefined ? '' : this.data.describeNeeds(path)
  }
}
