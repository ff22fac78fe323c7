import type { TextLanguage } from '@kitewise/rules/language'

/** What spreadsheets write in each language when they don't write Unicode. */
const ownEncodings: Partial<Record<TextLanguage, string>> = {
  ja: 'shift_jis',
  ko: 'euc-kr',
  tr: 'windows-1254',
  ua: 'windows-1251',
}

const decode = (bytes: Uint8Array, encoding: string): string => new TextDecoder(encoding, { fatal: true }).decode(bytes)

/**
 * Reads a text file in the encoding that it is in: UTF-16 or UTF-8 if it says so or is valid, else the one that is usual
 * in the reader's language. No sign is replaced by a question mark.
 */
export async function readTextFile(file: Blob, language: TextLanguage): Promise<string> {
  const bytes = new Uint8Array(await file.arrayBuffer())
  const [first, second] = bytes
  if (first === 0xff && second === 0xfe) return decode(bytes, 'utf-16le')
  if (first === 0xfe && second === 0xff) return decode(bytes, 'utf-16be')
  for (const encoding of ['utf-8', ownEncodings[language] ?? 'windows-1252'])
    try {
      return decode(bytes, encoding)
    } catch {
      // Not in this one.
    }
  return new TextDecoder('windows-1252').decode(bytes)
}
