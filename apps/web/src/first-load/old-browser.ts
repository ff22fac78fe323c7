/**
 * Shows that the browser is too old, instead of an empty page. Written so that it becomes ES5, for browsers that can't
 * even read the app. It uses nothing of the page but its body; build/browser-check.ts fills in texts and colors.
 */

/* oxlint-disable no-var, vars-on-top -- esbuild doesn't turn `let` and `const` into ES5. */

declare var oldBrowserTexts: Record<string, { lang: string; title: string; text: string; versions: string }>
declare var oldBrowserColors: Record<'light' | 'dark', { paper: string; words: string; soft: string; kite: string[] }>

/** The parts of the mark, in the order of its colors. */
declare var oldBrowserKite: string[]

function stored(key: string): string {
  try {
    return localStorage.getItem(key) || ''
  } catch {
    return ''
  }
}

/** The chosen language, else the first of the browser's that there is. Here `uk` is Ukrainian. */
function findTexts() {
  var tags = [stored('user_language')].concat(navigator.languages || navigator.language || [])
  for (var at = 0; at < tags.length; at += 1) {
    var code = String(tags[at]).toLowerCase().replace(/-.*/, '')
    if (code === 'uk' && at > 0) code = 'ua'
    if (oldBrowserTexts.hasOwnProperty(code)) return oldBrowserTexts[code] as (typeof oldBrowserTexts)[string]
  }
  return oldBrowserTexts.en as (typeof oldBrowserTexts)[string]
}

function isDark(): boolean {
  var theme = /"theme":"(light|dark)"/.exec(stored('preferences'))
  if (theme) return theme[1] === 'dark'
  return Boolean(window.matchMedia) && matchMedia('(prefers-color-scheme: dark)').matches
}

function add(parent: Element, name: string, style: string, text?: string): Element {
  var element = document.createElement(name)
  element.style.cssText = style
  if (text !== undefined) element.textContent = text
  return parent.appendChild(element)
}

function addKite(parent: Element, colors: string[]): void {
  if (!document.createElementNS) return
  var picture = document.createElementNS('http://www.w3.org/2000/svg', 'svg')
  picture.setAttribute('viewBox', '0 0 32 32')
  picture.setAttribute('width', '64')
  picture.setAttribute('height', '64')
  picture.setAttribute('aria-hidden', 'true')
  picture.setAttribute('stroke-linecap', 'round')
  picture.style.cssText = 'display:inline-block'
  for (var at = 0; at < oldBrowserKite.length; at += 1) {
    var path = document.createElementNS('http://www.w3.org/2000/svg', 'path')
    path.setAttribute('d', oldBrowserKite[at] as string)
    // The last one is the tail, a line.
    path.setAttribute(at < 4 ? 'fill' : 'stroke', colors[at] as string)
    if (at === 4) path.setAttribute('fill', 'none')
    if (at === 4) path.setAttribute('stroke-width', '2')
    picture.appendChild(path)
  }
  parent.appendChild(picture)
}

function show(): void {
  var body = document.body
  var texts = findTexts()
  var colors = oldBrowserColors[isDark() ? 'dark' : 'light']
  while (body.firstChild) body.removeChild(body.firstChild)
  document.documentElement.lang = texts.lang
  document.title = texts.title
  document.documentElement.style.background = colors.paper
  body.style.cssText = 'margin:0;background:' + colors.paper + ';color:' + colors.words
  var view = add(
    body,
    'main',
    'display:block;max-width:440px;margin:0 auto;padding:18vh 20px 20px;text-align:center;font:17px/1.45 system-ui,-apple-system,sans-serif',
  )
  addKite(view, colors.kite)
  var message = add(view, 'div', '')
  message.setAttribute('role', 'alert')
  add(message, 'h1', 'margin:12px 0 24px;font-size:24px;line-height:1.2', texts.title)
  add(message, 'p', 'margin:0 0 16px', texts.text)
  add(message, 'p', 'margin:0;color:' + colors.soft, texts.versions)
}

/** The entries of the apps don't start when they find the mark. */
export function tellOldBrowser(): void {
  document.documentElement.setAttribute('data-load-failed', 'old-browser')
  if (document.body && document.readyState !== 'loading') show()
  else document.addEventListener('DOMContentLoaded', show)
}
