const elements = new Set(
  'svg g path rect circle ellipse line polyline polygon defs linearGradient stop clipPath mask use title desc'.split(
    ' ',
  ),
)
const attributes = new Set(
  'xmlns viewBox preserveAspectRatio role d fill stroke stroke-width stroke-linecap stroke-linejoin opacity fill-opacity x y width height rx ry cx cy r x1 y1 x2 y2 points transform id href clip-path mask offset stop-color stop-opacity'.split(
    ' ',
  ),
)
const longest = 8 * 1024
const tag = /<\/?([A-Za-z][\w:-]*)((?:\s+[\w:-]+="[^"<]*")*)\s*\/?>/g
const attribute = /\s+([\w:-]+)="([^"<]*)"/g

function findAttributeFaults(name: string, value: string): string[] {
  const faults: string[] = []
  if (!attributes.has(name)) faults.push(`has the attribute ${name}, which is not allowed`)
  const isElsewhere = /url\((?!#)|:\/\//i.test(value) || (name === 'href' && !value.startsWith('#'))
  if (isElsewhere && name !== 'xmlns') faults.push(`refers to ${value}; only #parts of the same file may be used`)
  return faults
}

/**
 * Judges an SVG by an allow-list of elements and attributes, since an SVG that is opened by itself can run code.
 * Returns one sentence per fault; also when it is larger than 8 KB or has no title.
 */
export function findSvgFaults(svg: string): string[] {
  const faults: string[] = []
  if (Buffer.byteLength(svg) > longest) faults.push('is larger than 8 KB')
  if (!svg.startsWith('<svg ')) faults.push('does not begin with <svg')
  if (!svg.includes('<title>')) faults.push('has no <title>')
  for (const [, name = '', own = ''] of svg.matchAll(tag)) {
    if (!elements.has(name)) faults.push(`has <${name}>, which is not allowed`)
    for (const [, key = '', value = ''] of own.matchAll(attribute)) faults.push(...findAttributeFaults(key, value))
  }
  if (/[<>]/.test(svg.replace(tag, ''))) faults.push('has something that is neither an allowed element nor text')
  return faults
}
