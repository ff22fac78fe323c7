import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { expect } from '@playwright/test'
import type { Driver } from './driver.ts'

/** What a person would look for: a role with its name, a field by its label, or words. Texts match as a whole. */
export type Target = { role: string; name?: string | RegExp } | { label: string | RegExp } | { text: string | RegExp }

/** A page in any engine, used as a person would: by what is visible, with real clicks and keys. */
export type EnginePage = {
  driver: Driver
  open: (path: string) => Promise<void>
  /** Whether it is visible now. */
  has: (target: Target) => Promise<boolean>
  see: (target: Target) => Promise<void>
  seeGone: (target: Target) => Promise<void>
  click: (target: Target) => Promise<void>
  /** Clicks the first visible element of a CSS selector: for options that only their place tells apart. */
  clickFirst: (selector: string) => Promise<void>
  /** Clicks a field and types. */
  enter: (target: Target, text: string) => Promise<void>
  type: (text: string) => Promise<void>
  /** Chooses an option of a list by its value, as the browser's own menu does. */
  choose: (target: Target, value: string) => Promise<void>
  seeAddress: (address: RegExp) => Promise<void>
  /** Runs a function in the page. Its arguments and its result are JSON. */
  run: <Input extends readonly unknown[], Output>(work: (...input: Input) => Output, ...input: Input) => Promise<Output>
  /** Waits until a function of the page says so. */
  until: <Input extends readonly unknown[]>(
    what: string,
    test: (...input: Input) => boolean,
    ...input: Input
  ) => Promise<void>
}

/** The same queries as in the tests of components, run in the page itself. */
const queries = readFileSync(
  createRequire(import.meta.url).resolve('@testing-library/dom/dist/@testing-library/dom.umd.min.js'),
  'utf8',
)

/** A page that navigates answers with an error, and is asked again. */
const waiting = { timeout: 20_000, intervals: [50, 100, 200] }

const doubleClickMs = 700

const poll = (what: string, test: () => Promise<boolean>) => expect.poll(test, { message: what, ...waiting })

export function enginePage(driver: Driver, origin: string): EnginePage {
  const run = async <Input extends readonly unknown[], Output>(
    work: (...input: Input) => Output,
    ...input: Input
  ): Promise<Output> => (await driver.run(callOf(work, input))) as Output

  const loadQueries = async (): Promise<void> => {
    if (!(await run(hasQueries))) await driver.run(`${queries}; window.TestingLibraryDom = TestingLibraryDom`)
  }
  const find = async (target: Target) => {
    await loadQueries()
    return driver.find(callOf(findVisible, [asData(target)]))
  }
  const has = async (target: Target): Promise<boolean> => {
    try {
      return (await find(target)) !== null
    } catch {
      return false
    }
  }
  const see = (target: Target): Promise<void> => poll(`${say(target)} is visible`, () => has(target)).toBe(true)
  const type = (text: string): Promise<void> => driver.type(text)
  let last = { what: '', at: 0 }
  /** What moves or is replaced in the meantime is found again. */
  const clickOn = (what: string, findOne: () => Promise<unknown>): Promise<void> => {
    const attempt = async (): Promise<string> => {
      // The browser counts a second click at the same place as a double click, which the product ignores.
      if (what === last.what && performance.now() - last.at < doubleClickMs) return 'too early'
      try {
        const element = await findOne()
        if (element === null) return 'not found'
        await driver.click(element)
        last = { what, at: performance.now() }
        return 'clicked'
      } catch (error) {
        return String(error)
      }
    }
    return expect.poll(attempt, { message: `${what} is clicked`, ...waiting }).toBe('clicked')
  }
  const click = (target: Target): Promise<void> => clickOn(say(target), () => find(target))
  return {
    driver,
    open: (path) => driver.open(new URL(path, origin).href),
    has,
    see,
    seeGone: (target) => poll(`${say(target)} is gone`, () => has(target)).toBe(false),
    click,
    clickFirst: (selector) => clickOn(selector, () => driver.find(callOf(findFirst, [selector]))),
    enter: async (target, text) => {
      await click(target)
      await type(text)
    },
    type,
    choose: async (target, value) => {
      await see(target)
      await driver.run(
        `(${chooseOption.toString()})((${findVisible.toString()})(${JSON.stringify(asData(target))}), ${JSON.stringify(value)})`,
      )
    },
    seeAddress: (address) =>
      expect.poll(() => driver.address(), { message: `the address is ${address}`, ...waiting }).toMatch(address),
    run,
    until: (what, test, ...input) => poll(what, () => run(test, ...input).catch(() => false)).toBe(true),
  }
}

const callOf = (work: (...input: never[]) => unknown, input: readonly unknown[]): string =>
  `return (${work.toString()})(...${JSON.stringify(input)})`

type Words = string | { source: string; flags: string }
type TargetData = { kind: 'role' | 'label' | 'text'; role?: string; words?: Words }

const asWords = (words: string | RegExp | undefined): Words | undefined =>
  words instanceof RegExp ? { source: words.source, flags: words.flags } : words

const asData = (target: Target): TargetData => {
  if ('role' in target) return { kind: 'role', role: target.role, words: asWords(target.name) }
  return 'label' in target
    ? { kind: 'label', words: asWords(target.label) }
    : { kind: 'text', words: asWords(target.text) }
}

const say = (target: Target): string =>
  'role' in target
    ? `${target.role} ${String(target.name ?? '')}`
    : `${'label' in target ? 'field' : 'text'} ${String('label' in target ? target.label : target.text)}`

// These run in the page.

type Queries = Record<
  'queryAllByRole' | 'queryAllByLabelText' | 'queryAllByText',
  (container: Element, words: unknown, options?: object) => Element[]
>

const hasQueries = (): boolean => 'TestingLibraryDom' in window

const chooseOption = (list: Element | null, value: string): void => {
  if (!(list instanceof HTMLSelectElement)) throw new Error('There is no list.')
  list.value = value
  list.dispatchEvent(new Event('change', { bubbles: true }))
}

const findFirst = (selector: string): Element | null => {
  const first = [...document.querySelectorAll(selector)].find((element) => element.checkVisibility())
  first?.scrollIntoView({ block: 'center', behavior: 'instant' })
  return first ?? null
}

const findVisible = ({ kind, role, words }: TargetData): Element | null => {
  const { TestingLibraryDom } = window as unknown as { TestingLibraryDom: Queries }
  const { queryAllByRole, queryAllByLabelText, queryAllByText } = TestingLibraryDom
  const wanted = typeof words === 'object' ? new RegExp(words.source, words.flags) : words
  const found =
    kind === 'role'
      ? queryAllByRole(document.body, role, wanted === undefined ? {} : { name: wanted })
      : kind === 'label'
        ? queryAllByLabelText(document.body, wanted)
        : queryAllByText(document.body, wanted)
  const dialog = [...document.querySelectorAll('dialog:modal')].at(-1)
  const visible = found.find((element) => element.checkVisibility() && (!dialog || dialog.contains(element)))
  visible?.scrollIntoView({ block: 'center', behavior: 'instant' })
  return visible ?? null
}
