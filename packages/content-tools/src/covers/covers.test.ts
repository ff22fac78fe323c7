import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { readYaml } from '@kitewise/content/read-yaml'
import { describe, expect, it } from 'vitest'
import { productContent } from '../../../content/src/test-support/content-folder.ts'
import { findSvgFaults } from '../lint/render-covers.ts'
import { drawCourseCover, drawCover } from './draw-cover.ts'
import { parts } from './part-table.ts'
import { palette, skyNames } from './svg.ts'

const file = join(productContent, 'art/palette.yml')
const colors = readYaml(palette, readFileSync(file, 'utf8'), file).value
if (!colors) throw new Error('the palette of the product cannot be read')

const pointed: Record<string, object> = { string: { from: { x: 1, y: 1 }, to: { x: 9, y: 5 }, knots: 3 } }

const wrap = (inner: string) => `<svg xmlns="http://www.w3.org/2000/svg"><title>x</title>${inner}</svg>`

describe('picture parts', () => {
  it.each([...parts.keys()])('%s draws allowed elements only', (name) => {
    const svg = drawCover([{ [name]: pointed[name] ?? {} }], colors, 'x')
    expect(findSvgFaults(svg)).toEqual([])
    expect(svg).not.toMatch(/NaN|undefined|Infinity/)
  })

  it.each(skyNames)('a scene under a %s sky uses its color', (sky) => {
    expect(drawCover([{ sky }, { ground: 'city' }], colors, 'x')).toContain(colors.skies[sky].back)
  })

  it.each([
    [['balloon'], 0, 'there is no part balloon'],
    [[{ sky: 'day' }, { kite: { z: 3 } }], 1, 'kite: Unrecognized key: "z"'],
    [[{ sky: 'day' }, { kite: { x: 99 } }], 1, 'kite x: Too big'],
    [[{ bubble: { mark: 'star' } }], 0, 'bubble mark: Invalid option'],
    [[{ sky: 'day', sun: {} }], 0, 'a part is one name with its options'],
    [Array.from({ length: 13 }, () => 'cloud'), 12, 'a scene has at most 12 parts'],
  ])('rejects %j and names its position', (scene, index, message) => {
    const draw = () => drawCover(scene, colors, 'x')
    expect(draw).toThrow(message)
    expect(draw).toThrow(expect.objectContaining({ index }))
  })
})

describe('course covers', () => {
  it('are stable for each course and differ between courses', () => {
    const cover = { symbol: 'kite', color: 'kite' }
    expect(drawCourseCover('ai-zero', cover, colors)).toBe(drawCourseCover('ai-zero', cover, colors))
    expect(drawCourseCover('ai-zero', cover, colors)).not.toBe(
      drawCourseCover('ai-one', cover, colors).replace('ai-one', 'ai-zero'),
    )
    expect(findSvgFaults(drawCourseCover('ai-zero', cover, colors))).toEqual([])
  })
})

describe('allow-list for pictures', () => {
  it.each([
    ['<script>alert(1)</script>', 'has <script>, which is not allowed'],
    ['<style>a{}</style>', 'has <style>, which is not allowed'],
    ['<foreignObject/>', 'has <foreignObject>, which is not allowed'],
    ['<g onload="alert(1)"/>', 'has the attribute onload, which is not allowed'],
    ['<use href="https://a.example/x.svg"/>', 'refers to https://a.example/x.svg'],
    ['<rect fill="url(https://a.example/x)"/>', 'refers to url(https://a.example/x)'],
    ["<g onload='alert(1)'/>", 'has something that is neither an allowed element nor text'],
    ['<!-- x --><g/>', 'has something that is neither an allowed element nor text'],
    [`<path d="${'M0 0'.repeat(2500)}"/>`, 'is larger than 8 KB'],
  ])('rejects %s', (inner, fault) => {
    expect(findSvgFaults(wrap(inner)).join('; ')).toContain(fault)
  })

  it('accepts references inside the file', () => {
    expect(findSvgFaults(wrap('<g id="a"/><use href="#a"/><rect fill="url(#a)"/>'))).toEqual([])
  })
})
