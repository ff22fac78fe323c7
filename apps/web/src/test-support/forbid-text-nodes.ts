/**
 * Makes a test fail whose screen has a text node of React's own: a translator that replaced it would break the page
 * (docs/decisions/0220). Texts that are the only content of an element need none. The DOM of tests makes text nodes with
 * the same function, so the direct caller counts.
 */
export function forbidTextNodes(): void {
  const make = document.createTextNode.bind(document)
  document.createTextNode = (text) => {
    const [, , caller = ''] = new Error().stack?.split('\n') ?? []
    if (caller.includes('react-dom')) throw new Error(`React made a text node: “${text}”`)
    return make(text)
  }
}
