import { createHash, createHmac, randomBytes, randomInt } from 'node:crypto'
import type { Context } from '../../context.ts'

/** 128 random bits, for links and sessions. Only its hash is stored. */
export function newDeskToken(): { token: string; tokenHash: Buffer } {
  const token = randomBytes(16).toString('base64url')
  return { token, tokenHash: hashDeskToken(token) }
}

export function hashDeskToken(token: string): Buffer {
  return createHash('sha256').update(token).digest()
}

/** Without letters that look like digits. */
const alphabet = 'abcdefghjkmnpqrstvwxyz23456789'

const newCode = (): string =>
  Array.from({ length: 12 }, (_, at) => (at === 6 ? '-' : '') + alphabet[randomInt(alphabet.length)]).join('')

/** Ten codes of 58 random bits, written as `abcdef-ghjkmn`. */
export function newRecoveryCodes(): string[] {
  return Array.from({ length: 10 }, newCode)
}

/** Keyed; ignores blanks, hyphens and capitals. */
export function hashRecoveryCode({ config }: Context, code: string): Buffer {
  const plain = code.toLowerCase().replaceAll(/[\s-]/g, '')
  return createHmac('sha256', config.pinHashing.pepper).update(`desk-code:${plain}`).digest()
}
