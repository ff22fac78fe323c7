import { Window } from 'happy-dom'
import type { WebNames } from './web-names.ts'

/** A built page: the attributes that an oldest browser lacks, and the scripts and styles in it. */
export type PageContents = { attributes: string[]; scripts: string[]; styles: string[] }

export function readPage(html: string, names: WebNames): PageContents {
  const window = new Window({ settings: { disableJavaScriptEvaluation: true } })
  const { documentElement } = new window.DOMParser().parseFromString(html, 'text/html')
  const elements = [documentElement, ...documentElement.querySelectorAll('*')]
  const attributes = elements.flatMap((element) =>
    [...element.attributes].flatMap(({ name }) => names.missingAttribute(element.localName, name) ?? []),
  )
  const textsOf = (selector: string): string[] =>
    [...documentElement.querySelectorAll(selector)].map(({ textContent }) => textContent).filter((text) => text !== '')
  const contents = {
    attributes,
    scripts: textsOf('script:not([type]), script[type="module"]'),
    styles: textsOf('style'),
  }
  window.close()
  return contents
}
