import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'

const nonceBytes = 12
const tagBytes = 16

const sealingKey = (secret: string): Buffer => Buffer.from(hkdfSync('sha256', secret, '', 'badge signing key', 32))

/** Encrypts a private key (AES-256-GCM), so that a copy of the database alone signs nothing. */
export const sealKey = (secret: string, key: Buffer): Buffer => {
  const nonce = randomBytes(nonceBytes)
  const cipher = createCipheriv('aes-256-gcm', sealingKey(secret), nonce)
  const sealed = Buffer.concat([cipher.update(key), cipher.final()])
  return Buffer.concat([nonce, cipher.getAuthTag(), sealed])
}

/** The private key, or null when it was sealed with another secret. */
export const openKey = (secret: string, sealed: Buffer): Buffer | null => {
  const decipher = createDecipheriv('aes-256-gcm', sealingKey(secret), sealed.subarray(0, nonceBytes), {
    authTagLength: tagBytes,
  })
  decipher.setAuthTag(sealed.subarray(nonceBytes, nonceBytes + tagBytes))
  try {
    return Buffer.concat([decipher.update(sealed.subarray(nonceBytes + tagBytes)), decipher.final()])
  } catch {
    return null
  }
}
