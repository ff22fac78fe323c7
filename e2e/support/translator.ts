// oxlint-disable no-console, unicorn/consistent-function-scoping -- what runs in the page tells of it there, and needs nothing from outside

/**
 * What translators of browsers do to a page. `fonts` is Chrome's and Edge's: each text node is replaced by two nested
 * `font` elements. `blocks` is Firefox's: text nodes are replaced by new ones, and the inline elements of a block get
 * another order. `values` is Safari's: text nodes get another value.
 */
export type Dialect = 'fonts' | 'blocks' | 'values'
export const dialects: readonly Dialect[] = ['fonts', 'blocks', 'values']

/** Around each translated text. Playwright ignores it in texts and names, so journeys find what they look for. */
export const translationMark = '\u200B'

/**
 * Runs in the page, before its own scripts or at any time: translates each text by marking it, and again after each
 * change. Reports, as errors in the console, elements that don't show what their component says. Needs
 * nothing from outside.
 */
export function translatePage({ dialect, mark }: { dialect: Dialect; mark: string }): void {
  const skipped =
    'script, style, noscript, template, textarea, [translate="no"], .notranslate, [contenteditable="true"]'

  const isForTranslation = (text: Text): boolean =>
    /\p{L}/u.test(text.data) && !text.data.startsWith(mark) && !text.parentElement?.closest(skipped)

  const makeFont = (): HTMLElement => {
    const font = document.createElement('font')
    font.style.verticalAlign = 'inherit'
    return font
  }

  const translate = (text: Text): void => {
    const words = mark + text.data + mark
    // Options show no other elements.
    if (dialect === 'values' || text.parentElement instanceof HTMLOptionElement) {
      text.data = words
      return
    }
    const translated = new Text(words)
    if (dialect === 'blocks') text.replaceWith(translated)
    else {
      const [outer, inner] = [makeFont(), makeFont()]
      inner.append(translated)
      outer.append(inner)
      text.replaceWith(outer)
    }
  }

  /** The element whose words are translated together, if nothing but inline elements is in it. */
  const reorder = (element: Element): void => {
    const children = [...element.children]
    const isInline = (child: Element): boolean => getComputedStyle(child).display === 'inline'
    if (children.length > 1 && children.every(isInline) && children.some((child) => child.textContent.startsWith(mark)))
      element.append(...children.reverse())
  }

  const textsIn = (node: Node): Text[] => {
    if (node instanceof Text) return [node]
    const walker = document.createTreeWalker(node, NodeFilter.SHOW_TEXT)
    const texts: Text[] = []
    while (walker.nextNode()) texts.push(walker.currentNode as Text)
    return texts
  }

  const translateIn = (node: Node): void => {
    const texts = textsIn(node).filter((text) => text.isConnected && isForTranslation(text))
    const blocks = new Set(texts.map((text) => text.parentElement?.parentElement))
    texts.forEach(translate)
    if (dialect === 'blocks') for (const block of blocks) if (block && document.body?.contains(block)) reorder(block)
  }

  const known = new Set<string>()
  const report = (problem: string): void => {
    if (!known.has(problem)) console.error(problem)
    known.add(problem)
  }

  /** What a component says of an element's content, if that is a text. */
  const contentOf = (element: Element): string | undefined => {
    const key = Object.keys(element).find((name) => name.startsWith('__reactProps$'))
    const props = key === undefined ? undefined : (element as unknown as Record<string, { children?: unknown }>)[key]
    const content = props?.children
    return typeof content === 'string' || typeof content === 'number' ? String(content) : undefined
  }

  const check = (): void => {
    for (const element of document.body?.querySelectorAll('*') ?? []) {
      const content = contentOf(element)
      const shown = element.textContent.replaceAll(mark, '')
      if (content !== undefined && shown !== content) report(`Stale text: “${shown}” instead of “${content}”`)
    }
  }

  const observer = new MutationObserver((changes) => {
    for (const { type, target, addedNodes } of changes)
      if (type === 'characterData') translateIn(target)
      else addedNodes.forEach(translateIn)
    // Its own changes.
    observer.takeRecords()
    check()
  })
  observer.observe(document, { childList: true, characterData: true, subtree: true })
  if (document.body) translateIn(document.body)
}
