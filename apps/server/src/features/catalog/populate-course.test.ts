import { describe, expect, it } from 'vitest'
import { readPopulate } from './routes.ts'

describe('populate', () => {
  it.each([
    ['nothing', {}, []],
    [
      'the call of the spec',
      { 'populate[0]': 'chapters', 'populate[1]': 'chapters.lessons', 'populate[2]': 'featuredImage' },
      ['chapters', 'chapters.lessons', 'featuredImage'],
    ],
    ['any order, once', { 'populate[7]': 'featuredImage', 'populate[3]': 'featuredImage' }, ['featuredImage']],
    ['unknown names', { 'populate[0]': 'users', 'populate[1]': '*', 'populate[2]': '__proto__' }, []],
    ['other keys', { populate: 'chapters', 'populate[x]': 'chapters', 'populate[0][0]': 'chapters' }, []],
    ['repeated keys', { 'populate[0]': ['chapters', 'chapters'] }, []],
  ])('reads %s', (_, query, parts) => {
    expect(readPopulate(query)).toEqual(parts)
  })

  it('reads at most 20 keys', () => {
    const query = Object.fromEntries(Array.from({ length: 21 }, (_, index) => [`populate[${index}]`, 'other']))
    expect(readPopulate({ ...query, 'populate[20]': 'chapters' })).toEqual([])
  })
})
