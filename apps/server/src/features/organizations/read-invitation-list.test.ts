import { array, assert, constantFrom, property } from 'fast-check'
import { describe, expect, it } from 'vitest'
import { readInvitationList } from './read-invitation-list.ts'

const read = (text: string) =>
  readInvitationList(text).map(({ line, email, name, group, problem }) => [line, email, name, group, problem])

describe('an invitation list', () => {
  it.each([
    [
      'one address a line',
      'a@x.example\n\nb@x.example',
      [
        [1, 'a@x.example', '', '', null],
        [3, 'b@x.example', '', '', null],
      ],
    ],
    [
      'several on a line',
      'a@x.example; b@x.example',
      [
        [1, 'a@x.example', '', '', null],
        [1, 'b@x.example', '', '', null],
      ],
    ],
    [
      'columns by name, in any order and case',
      '\uFEFFGroup,EMAIL\r\nSales,a@x.example\r\n',
      [[2, 'a@x.example', '', 'Sales', null]],
    ],
    ['quoted cells', 'email,name\na@x.example,"Kite, ""A"""', [[2, 'a@x.example', 'Kite, "A"', '', null]]],
    ['tabs from a spreadsheet', 'email\tname\na@x.example\tAna', [[2, 'a@x.example', 'Ana', '', null]]],
    ['columns without names', 'a@x.example,Ana,Sales', [[1, 'a@x.example', 'Ana', 'Sales', null]]],
    [
      'our list of failed lines',
      'email,name,group,problem\na@x.example,Ana,,member',
      [[2, 'a@x.example', 'Ana', '', null]],
    ],
    ['an empty text', ' \n', []],
  ])('reads %s', (_, text, lines) => {
    expect(read(text)).toEqual(lines)
  })

  it('names what is wrong with a line', () => {
    expect(read('email,phone\nnobody,1\na@x.example,1\nA@X.example,1')).toEqual([
      [1, 'email, phone', '', '', 'unknownColumn'],
      [2, 'nobody', '', '', 'badEmail'],
      [3, 'a@x.example', '', '', null],
      [4, 'A@X.example', '', '', 'duplicate'],
    ])
    expect(read('mail,name\nx,y')).toEqual([[1, 'mail, name', '', '', 'unknownColumn']])
    expect(read(`a@x.example,${'n'.repeat(81)}`)[0]?.[4]).toBe('badName')
    expect(read(`a@x.example,,${'g'.repeat(61)}`)[0]?.[4]).toBe('badGroup')
  })

  it('never fails, and never lists an address twice without a problem', () => {
    const piece = constantFrom('a@x.example', 'b@x.example', ',', ';', '\t', '\n', '"', 'email', 'Sales', ' ', '\r\n')
    assert(
      property(array(piece, { maxLength: 30 }), (pieces) => {
        const valid = readInvitationList(pieces.join('')).filter(({ problem }) => problem === null)
        expect(new Set(valid.map(({ address }) => address)).size).toBe(valid.length)
      }),
    )
  })
})
