import { createHash, randomInt } from 'node:crypto'
import { crc32 } from 'node:zlib'

const digits = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
const prefix = 'kw_live_'
const pattern = /^kw_live_([0-9A-Za-z]{32})([0-9A-Za-z]{6})$/

/** The prefix and the checksum tell secret scanners for sure what it is. */
export function makeSecret(): string {
  const body = Array.from({ length: 32 }, () => digits.charAt(randomInt(digits.length))).join('')
  return `${prefix}${body}${checksumOf(body)}`
}

/** CRC-32 in base 62, filled up with zeros. */
const checksumOf = (body: string): string => {
  let rest = crc32(body)
  let text = ''
  for (let place = 0; place < 6; place += 1) {
    text = digits.charAt(rest % digits.length) + text
    rest = Math.floor(rest / digits.length)
  }
  return text
}

/** The hash of the secret in an Authorization header; null without a well-formed one. */
export function readSecret(authorization: string | undefined): Buffer | null {
  const secret = (authorization ?? '').replace(/^Bearer /i, '')
  const [, body = '', checksum] = pattern.exec(secret) ?? []
  return checksum !== undefined && checksumOf(body) === checksum ? hashSecret(secret) : null
}

/** 190 random bits need no slow hash. */
export function hashSecret(secret: string): Buffer {
  return createHash('sha256').update(secret).digest()
}
