type Point = { x: number; y: number }

const round = (value: number): number => Math.round(value * 10) / 10

/**
 * The SVG path of a smooth line through points whose x are evenly apart: at each point it is as steep as from the point before to
 * the point after (Catmull-Rom).
 */
export const smoothPath = (points: readonly Point[]): string => {
  const slopeAt = (index: number): Point => {
    const before = points[Math.max(index - 1, 0)] ?? { x: 0, y: 0 }
    const after = points[Math.min(index + 1, points.length - 1)] ?? before
    return { x: (after.x - before.x) / 6, y: (after.y - before.y) / 6 }
  }
  return points
    .map((point, index) => {
      const from = points[index - 1]
      if (!from) return `M${round(point.x)} ${round(point.y)}`
      const [leave, arrive] = [slopeAt(index - 1), slopeAt(index)]
      const bends = [from.x + leave.x, from.y + leave.y, point.x - arrive.x, point.y - arrive.y, point.x, point.y]
      return `C${bends.map(round).join(' ')}`
    })
    .join('')
}
