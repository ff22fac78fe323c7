/**
 * What the document brought along, so that its screen needs no call to show what is drawn already. Written by
 * build/draw-pages.ts. @returns undefined in a page without it
 */
export function pageData(name: string): unknown {
  const text = document.getElementById('page-data')?.textContent
  return text ? (JSON.parse(text) as Record<string, unknown>)[name] : undefined
}
