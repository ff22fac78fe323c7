import { circle, path, stroke } from './svg.ts'

export const markNames = ['none', 'check', 'cross', 'question', 'heart'] as const
export type MarkName = (typeof markNames)[number]

/** A symbol about 20 units high around (x, y) at size 1; symbols are drawn, never letters. */
export function mark(name: MarkName, x: number, y: number, size: number, color: string): string {
  const at = (dx: number, dy: number) =>
    `${Math.round((x + dx * size) * 10) / 10} ${Math.round((y + dy * size) * 10) / 10}`
  if (name === 'check') return stroke(`M${at(-9, 1)}L${at(-3, 8)}L${at(10, -8)}`, color, 5 * size)
  if (name === 'cross') return stroke(`M${at(-7, -7)}L${at(7, 7)}M${at(7, -7)}L${at(-7, 7)}`, color, 5 * size)
  if (name === 'heart')
    return path(
      `M${at(0, 10)}C${at(-16, 0)} ${at(-10, -13)} ${at(0, -5)}C${at(10, -13)} ${at(16, 0)} ${at(0, 10)}Z`,
      color,
    )
  if (name === 'question')
    return `${stroke(`M${at(-6, -6)}C${at(-6, -15)} ${at(8, -15)} ${at(7, -6)}C${at(6.5, -1)} ${at(0, -1)} ${at(0, 4)}`, color, 4.6 * size)}${circle(x, y + 11.5 * size, 3 * size, color)}`
  return ''
}
