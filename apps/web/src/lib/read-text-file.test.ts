import { describe, expect, it } from 'vitest'
import { readTextFile } from './read-text-file.ts'

const file = (...bytes: number[]) => new Blob([new Uint8Array(bytes)])

describe('a text file is read', () => {
  it.each([
    ['in UTF-8', 'en', [0x4d, 0xc3, 0xbc, 0x6c, 0x6c, 0x65, 0x72], 'Müller'],
    ['in UTF-8 with a mark', 'en', [0xef, 0xbb, 0xbf, 0x4d, 0xc3, 0xbc], 'Mü'],
    ['in UTF-16', 'en', [0xff, 0xfe, 0x4d, 0x00, 0xfc, 0x00], 'Mü'],
    ['in UTF-16 of the other order', 'en', [0xfe, 0xff, 0x00, 0x4d, 0x00, 0xfc], 'Mü'],
    ['in Windows-1252', 'fr', [0x5a, 0x6f, 0xe9], 'Zoé'],
    ['in Windows-1251', 'ua', [0xb2, 0xe2, 0xe0, 0xed], 'Іван'],
    ['in Windows-1254', 'tr', [0xde, 0xfd, 0xf0], 'Şığ'],
    ['in Shift JIS', 'ja', [0x8e, 0x52, 0x93, 0x63], '山田'],
    ['in EUC-KR', 'ko', [0xb1, 0xe8], '김'],
    ['that has nothing', 'en', [], ''],
  ] as const)('%s', async (_, language, bytes, text) => {
    expect(await readTextFile(file(...bytes), language)).toBe(text)
  })
})
