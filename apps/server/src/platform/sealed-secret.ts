import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'

const nonceBytes = 12
const tagBytes = 16

/** What is sealed for one purpose can't be opened for another. */
type Purpose = 'badge signing key' | 'identity provider secret' | 'event endpoint secret'

const sealingKey = (secret: string, purpose: Purpose): Buffer =>
  Buffer.from(hkdfSync('sha256', secret, '', purpose, 32))

/** Encrypts (AES-256-GCM) with a key made from a secret of the settings, so that a copy of the database alone is useless. */
export function sealSecret(secret: string, purpose: Purpose, plain: Buffer): Buffer {
  const nonce = randomBytes(nonceBytes)
  const cipher = createCipheriv('aes-256-gcm', sealingKey(secret, purpose), nonce)
  const sealed = Buffer.concat([cipher.update(plain), cipher.final()])
  return Buffer.concat([nonce, cipher.getAuthTag(), sealed])
}

/** Null when it was encrypted with another secret. */
export function openSecret(secret: string, purpose: Purpose, sealed: Buffer): Buffer | null {
  const decipher = createDecipheriv('aes-256-gcm', sealingKey(secret, purpose), sealed.subarray(0, nonceBytes), {
    authTagLength: tagBytes,
  })
  decipher.setAuthTag(sealed.subarray(nonceBytes, nonceBytes + tagBytes))
  try {
    return Buffer.concat([decipher.update(sealed.subarray(nonceBytes + tagBytes)), decipher.final()])
  } catch {
    return null
  }
}
