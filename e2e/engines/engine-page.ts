// oxlint-disable unicorn/consistent-function-scoping -- what runs in the page needs nothing from outside

import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { expect } from '@playwright/test'
import { type Dialect, translatePage, translationMark } from '../support/translator.ts'
import type { Driver } from './driver.ts'

/** What a person would look for: a role with its name, a field by its label, or words. Texts match as a whole. */
export type Target =
  | { role: string; name?: string | RegExp }
  | { label: string | RegExp }
  | { text: string | RegExp }
  /** A CSS selector, for what only its place tells apart. */
  | { first: string }

/** A page in any engine, used as a person would: by what is visible, with real clicks and keys. */
export type EnginePage = {
  driver: Driver
  /** Loads an address, and resolves when its document is there. */
  open: (path: string) => Promise<void>
  reload: () => Promise<void>
  /** Whether it is visible now. */
  has: (target: Target) => Promise<boolean>
  see: (target: Target) => Promise<void>
  seeGone: (target: Target) => Promise<void>
  click: (target: Target) => Promise<void>
  /** Clicks again, as a person would, until a function of the page says that it had an effect. */
  clickUntil: <Input extends readonly unknown[]>(
    target: Target,
    what: string,
    test: (...input: Input) => boolean,
    ...input: Input
  ) => Promise<void>
  /** Clicks a field and types. */
  enter: (target: Target, text: string) => Promise<void>
  type: (text: string) => Promise<void>
  /** Chooses an option of a list by its value, as the browser's own menu does. */
  choose: (target: Target, value: string) => Promise<void>
  seeAddress: (address: RegExp) => Promise<void>
  /** Runs a function in the page. Its arguments and its result are JSON. */
  run: <Input extends readonly unknown[], Output>(work: (...input: Input) => Output, ...input: Input) => Promise<Output>
  /** What went wrong on translated pages: errors, and texts that are older than what their component says. */
  troubles: () => Promise<string[]>
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

/** @param translator how the browser translates every page, from the first look at it on */
export function enginePage(driver: Driver, origin: string, translator: Dialect | null = null): EnginePage {
  const run = async <Input extends readonly unknown[], Output>(
    work: (...input: Input) => Output,
    ...input: Input
  ): Promise<Output> => (await driver.run(callOf(work, input))) as Output

  const prepare = async (): Promise<void> => {
    if (await run(hasQueries)) return
    await driver.run(`${queries}; window.TestingLibraryDom = TestingLibraryDom`)
    if (translator === null) return
    await run(noteTroubles)
    await run(translatePage, { dialect: translator, mark: translationMark })
  }
  const find = async (target: Target) => {
    await prepare()
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
  /** Not every engine waits for the new document. */
  const leaveBy = async (load: () => Promise<void>): Promise<void> => {
    await run(markDocument).catch(() => undefined)
    await load()
    await poll('the new document is there', () => run(isNewDocument).catch(() => false)).toBe(true)
  }
  return {
    driver,
    open: (path) => leaveBy(() => driver.open(new URL(path, origin).href)),
    reload: () => leaveBy(driver.reload),
    has,
    see,
    seeGone: (target) => poll(`${say(target)} is gone`, () => has(target)).toBe(false),
    click,
    clickUntil: async (target, what, test, ...input) => {
      const hasEffect = (): Promise<boolean> => run(test, ...input).catch(() => false)
      await poll(what, async () => {
        if (await hasEffect()) return true
        if (await has(target)) await click(target)
        for (let looks = 0; looks < 30 && !(await hasEffect()); looks += 1)
          await new Promise((resolve) => setTimeout(resolve, 100))
        return hasEffect()
      }).toBe(true)
    },
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
    troubles: () => run(readTroubles),
    until: (what, test, ...input) => poll(what, () => run(test, ...input).catch(() => false)).toBe(true),
  }
}

const callOf = (work: (...input: never[]) => unknown, input: readonly unknown[]): string =>
  `return (${work.toString()})(...${JSON.stringify(input)})`

type Words = string | { source: string; flags: string }
type TargetData = { kind: 'role' | 'label' | 'text' | 'first'; role?: string; words?: Words }

const asWords = (words: string | RegExp | undefined): Words | undefined =>
  words instanceof RegExp ? { source: words.source, flags: words.flags } : words

const asData = (target: Target): TargetData => {
  if ('role' in target) return { kind: 'role', role: target.role, words: asWords(target.name) }
  if ('first' in target) return { kind: 'first', words: target.first }
  return 'label' in target
    ? { kind: 'label', words: asWords(target.label) }
    : { kind: 'text', words: asWords(target.text) }
}

const say = (target: Target): string =>
  Object.entries(target)
    .map(([kind, value]) => `${kind} ${String(value)}`)
    .join(', ')

// These run in the page.

type Queries = Record<
  'queryAllByRole' | 'queryAllByLabelText' | 'queryAllByText',
  (container: Element, words: unknown, options?: object) => Element[]
>

const markDocument = (): void => {
  document.documentElement.dataset.left = ''
}

const isNewDocument = (): boolean =>
  location.protocol !== 'about:' &&
  document.readyState !== 'loading' &&
  document.documentElement.dataset.left === undefined

const hasQueries = (): boolean => 'TestingLibraryDom' in window

/** Kept over loads: a test looks once, at its end. */
const noteTroubles = (): void => {
  const note = (...what: unknown[]): void =>
    sessionStorage.setItem(
      'troubles',
      JSON.stringify([...JSON.parse(sessionStorage.getItem('troubles') ?? '[]'), what.join(' ')]),
    )
  // oxlint-disable-next-line no-console -- there a translator tells what is stale
  console.error = note
  addEventListener('error', ({ message }) => note(message))
}

const readTroubles = (): string[] => JSON.parse(sessionStorage.getItem('troubles') ?? '[]') as string[]

const chooseOption = (list: Element | null, value: string): void => {
  if (!(list instanceof HTMLSelectElement)) throw new Error('There is no list.')
  list.value = value
  list.dispatchEvent(new Event('change', { bubbles: true }))
}

const findVisible = ({ kind, role, words }: TargetData): Element | null => {
  const { TestingLibraryDom } = window as unknown as { TestingLibraryDom: Queries }
  const { queryAllByRole, queryAllByLabelText, queryAllByText } = TestingLibraryDom
  const wanted = typeof words === 'object' ? new RegExp(words.source, words.flags) : words
  // Without the marks of a translator.
  const normalizer = (text: string): string => text.replaceAll('\u200B', '').replaceAll(/\s+/g, ' ').trim()
  const name = (found: string): boolean =>
    typeof wanted === 'string' ? normalizer(found) === wanted : (wanted?.test(normalizer(found)) ?? true)
  const find = {
    role: () => queryAllByRole(document.body, role, wanted === undefined ? {} : { name }),
    label: () => queryAllByLabelText(document.body, wanted, { normalizer }),
    text: () => queryAllByText(document.body, wanted, { normalizer }),
    first: () => [...document.querySelectorAll(String(wanted))],
  }
  const dialog = [...document.querySelectorAll('dialog:modal')].at(-1)
  const visible = find[kind]().find((element) => element.checkVisibility() && (!dialog || dialog.contains(element)))
  visible?.scrollIntoView({ block: 'center', behavior: 'instant' })
  return visible ?? null
}
