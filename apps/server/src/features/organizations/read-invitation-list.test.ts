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
    [
      'receivers from a mail program',
      'Ana Lee <ana@x.example>; "Day, Bo" <bo@x.example>,\'Cy Fox\' <cy@x.example>\nteam: dee@x.example, Eve <eve@x.example>;',
      [
        [1, 'ana@x.example', 'Ana Lee', '', null],
        [1, 'bo@x.example', 'Day, Bo', '', null],
        [1, 'cy@x.example', 'Cy Fox', '', null],
        [2, 'dee@x.example', '', '', null],
        [2, 'eve@x.example', 'Eve', '', null],
      ],
    ],
    [
      'an export of a directory',
      'First Name [Required],Last Name [Required],Email Address [Required],Department\nAna,Lee,ana@x.example,Sales\n',
      [[2, 'ana@x.example', 'Ana Lee', 'Sales', null]],
    ],
    [
      'titles in another language, with semicolons',
      'Prénom;Nom;Courriel;Service\r\nZoé;Roy;zoe@x.example;Ventes\r\n',
      [[2, 'zoe@x.example', 'Zoé Roy', 'Ventes', null]],
    ],
    [
      'titles in Japanese',
      '姓\t名\tメールアドレス\n山田\t花子\thana@x.example',
      [[2, 'hana@x.example', '山田 花子', '', null]],
    ],
    ['names before the address', 'Ana,Lee,ana@x.example,Sales', [[1, 'ana@x.example', 'Ana Lee', 'Sales', null]]],
    [
      'a cell of several lines',
      'email,name\na@x.example,"Ana\nLee"\nb@x.example,Bo',
      [
        [2, 'a@x.example', 'Ana\nLee', '', null],
        [4, 'b@x.example', 'Bo', '', null],
      ],
    ],
    [
      'a quotation mark that never closes',
      'email,name\na@x.example,"Ana\nb@x.example,Bo',
      [
        [2, 'a@x.example', '"Ana', '', null],
        [3, 'b@x.example', 'Bo', '', null],
      ],
    ],
    [
      'addresses with invisible signs',
      'a@x.example\u200B\nＢ＠x.example',
      [
        [1, 'a@x.example\u200B', '', '', null],
        [2, 'Ｂ＠x.example', '', '', null],
      ],
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
    expect(read('phone,name\nx,y')).toEqual([[1, 'phone, name', '', '', 'unknownColumn']])
    expect(read('contact,name\na@x.example,Ana')).toEqual([
      [1, 'contact, name', '', '', 'unknownColumn'],
      [2, 'a@x.example', 'Ana', '', null],
    ])
    expect(read(`a@x.example,${'n'.repeat(81)}`)[0]?.[4]).toBe('badName')
    expect(read(`a@x.example,,${'g'.repeat(61)}`)[0]?.[4]).toBe('badGroup')
  })

  it('never fails, and never lists an address twice without a problem', () => {
    const piece = constantFrom(
      'a@x.example',
      'b@x.example',
      ',',
      ';',
      '\t',
      '\n',
      '"',
      'email',
      'Sales',
      ' ',
      '\r\n',
      '<a@x.example>',
    )
    assert(
      property(array(piece, { maxLength: 30 }), (pieces) => {
        const valid = readInvitationList(pieces.join('')).filter(({ problem }) => problem === null)
        expect(new Set(valid.map(({ address }) => address)).size).toBe(valid.length)
      }),
    )
  })
})
