import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from '@playwright/test'

const texts = join(import.meta.dirname, '../../packages/texts')

const sentencesIn = (file: string): string[] => {
  const values: string[] = []
  JSON.parse(readFileSync(file, 'utf8'), (_, value: unknown) => {
    if (typeof value === 'string') values.push(value)
    return value
  })
  return values
}

/** All app texts in a language: its files, the consents and the landing pages. */
const sentencesOf = (language: string): string[] => [
  ...readdirSync(join(texts, 'web', language), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.json'))
    .flatMap((name) => sentencesIn(join(texts, 'web', language, name))),
  ...['consent', 'landing'].flatMap((area) => sentencesIn(join(texts, area, `${language}.json`))),
]

/** English texts of two or more words, without placeholders, that a screen in this language must not show. */
export function englishOnly(language: string): string[] {
  const own = new Set(sentencesOf(language))
  return sentencesOf('en').filter((text) => /\s/.test(text) && !/[{<]/.test(text) && !own.has(text))
}

/** Returns those found on the screen. */
export async function englishLeft(page: Page, english: readonly string[]): Promise<string[]> {
  const shown = await page.evaluate(() => {
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    const words: string[] = [document.title]
    while (walker.nextNode()) words.push(walker.currentNode.textContent?.trim() ?? '')
    for (const element of document.querySelectorAll('[aria-label],[placeholder],[alt]'))
      for (const name of ['aria-label', 'placeholder', 'alt']) words.push(element.getAttribute(name) ?? '')
    return words
  })
  const onScreen = new Set(shown)
  return english.filter((text) => onScreen.has(text))
}
