import { describe, expect, it } from 'vitest'
import { smoothPath } from './growth-chart.tsx'

const line = (ys: number[]) => smoothPath(ys.map((y, index) => ({ x: index * 60, y })))

describe('the line of the growth chart', () => {
  it('passes through every point', () => {
    const path = line([100, 70, 50, 40, 35])
    for (const point of ['0 100', '60 70', '120 50', '180 40', '240 35']) expect(path).toContain(point)
  })

  it('is straight where growth is even, and flat where there is none', () => {
    expect(line([30, 20, 10])).toBe('M0 30C10 28.3 40 23.3 60 20C80 16.7 110 11.7 120 10')
    expect(line([7, 7])).toBe('M0 7C10 7 50 7 60 7')
  })

  it('is empty without points', () => {
    expect(line([])).toBe('')
  })
})
