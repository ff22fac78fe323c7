import { describe, expect, it } from 'vitest'
import css from './tokens.css?raw'

const [lightCss = '', darkCss = ''] = css.split(":root[data-theme='dark']")

const colors = (text: string): Record<string, string> =>
  Object.fromEntries([...text.matchAll(/--([\w-]+): (#[\da-f]{6});/g)].map(([, name, value]) => [name, value]))

const light = colors(lightCss)
const dark = { ...light, ...colors(darkCss) }

/** Relative luminance and contrast as WCAG 2.2 defines them. */
const luminance = (hex: string): number => {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((start) => {
    const channel = Number.parseInt(hex.slice(start, start + 2), 16) / 255
    return channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}
const contrast = (a: string, b: string): number => {
  const [high = 0, low = 0] = [luminance(a), luminance(b)].sort((x, y) => y - x)
  return (high + 0.05) / (low + 0.05)
}

const texts: [string, string][] = [
  ...['paper', 'surface', 'sunken'].flatMap((ground): [string, string][] => [
    ['ink', ground],
    ['ink-soft', ground],
    ['kite', ground],
    ['bad', ground],
    ['good', ground],
    ['tail-text', ground],
  ]),
  ['on-kite', 'kite'],
  ['on-kite', 'kite-pressed'],
  ['kite', 'kite-soft'],
  ['ink', 'kite-soft'],
  ['good', 'good-soft'],
  ['ink', 'good-soft'],
  ['bad', 'bad-soft'],
  ['ink', 'bad-soft'],
  ['tail-text', 'tail-soft'],
]

/** What must be visible to use a control: its border, the focus ring, a knot, the filled part of a bar. */
const graphics: [string, string][] = [
  ['control-line', 'paper'],
  ['control-line', 'surface'],
  ['kite', 'paper'],
  ['kite', 'surface'],
  ['kite', 'track'],
]

describe.each([
  ['light', light],
  ['dark', dark],
])('in %s', (_, palette) => {
  it.each(texts)('%s is readable on %s', (text, ground) => {
    expect(contrast(palette[text] ?? '', palette[ground] ?? '')).toBeGreaterThanOrEqual(4.5)
  })

  it.each(graphics)('%s is visible on %s', (shape, ground) => {
    expect(contrast(palette[shape] ?? '', palette[ground] ?? '')).toBeGreaterThanOrEqual(3)
  })
})
