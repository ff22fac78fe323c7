import { createCipheriv, createDecipheriv, hkdfSync, randomBytes, timingSafeEqual } from 'node:crypto'

// A file is: mark, salt, check of the key, then chunks. Each file has its own key, so a chunk's number is its nonce; the
// nonce of the last chunk differs, so that a file cut between two chunks doesn't open.

const mark = Buffer.from('kitewise-backup-1\n')
const saltBytes = 16
const checkBytes = 16
const headBytes = mark.length + saltBytes + checkBytes
const chunkBytes = 65_536
const tagBytes = 16
const sealedBytes = chunkBytes + tagBytes

/** The file can't be read. The message is one line for the operator. */
export class BackupError extends Error {
  override name = 'BackupError'
}

/** Encrypts with AES-256-GCM in chunks, in constant memory. `key` has 32 bytes. */
export async function* seal(source: AsyncIterable<Buffer>, key: Buffer): AsyncGenerator<Buffer> {
  const salt = randomBytes(saltBytes)
  const keys = deriveKeys(key, salt)
  yield Buffer.concat([mark, salt, keys.check])
  let number = 0
  let waiting: Buffer = Buffer.alloc(0)
  for await (const piece of source) {
    waiting = waiting.length === 0 ? piece : Buffer.concat([waiting, piece])
    // The last chunk must be known as such, so one whole chunk always waits.
    while (waiting.length > chunkBytes) {
      yield sealChunk(keys.file, waiting.subarray(0, chunkBytes), nonceOf(number, false))
      waiting = waiting.subarray(chunkBytes)
      number += 1
    }
  }
  yield sealChunk(keys.file, waiting, nonceOf(number, true))
}

/** @throws BackupError if the file isn't a backup, the key is another one, or a byte is missing or changed */
export async function* unseal(source: AsyncIterable<Buffer>, key: Buffer): AsyncGenerator<Buffer> {
  let fileKey: Buffer | null = null
  let number = 0
  let waiting: Buffer = Buffer.alloc(0)
  for await (const piece of source) {
    waiting = waiting.length === 0 ? piece : Buffer.concat([waiting, piece])
    if (fileKey === null && waiting.length >= headBytes) {
      fileKey = readHead(waiting.subarray(0, headBytes), key)
      waiting = waiting.subarray(headBytes)
    }
    if (fileKey === null) continue
    while (waiting.length > sealedBytes) {
      const chunk = openChunk(fileKey, waiting.subarray(0, sealedBytes), nonceOf(number, false))
      if (chunk === null) throw new BackupError(`The backup is damaged or was changed, in part ${number + 1}.`)
      yield chunk
      waiting = waiting.subarray(sealedBytes)
      number += 1
    }
  }
  if (fileKey === null) {
    if (waiting.length < mark.length || !waiting.subarray(0, mark.length).equals(mark)) throw notABackup()
    throw new BackupError('The backup is cut off at its beginning.')
  }
  const last = openChunk(fileKey, waiting, nonceOf(number, true))
  if (last === null) throw new BackupError('The end of the backup is missing, damaged or was changed.')
  yield last
}

const notABackup = (): BackupError => new BackupError('The file is not a backup made by this command.')

const deriveKeys = (key: Buffer, salt: Buffer): { file: Buffer; check: Buffer } => ({
  file: Buffer.from(hkdfSync('sha256', key, salt, 'kitewise backup: file', 32)),
  check: Buffer.from(hkdfSync('sha256', key, salt, 'kitewise backup: check', checkBytes)),
})

const readHead = (head: Buffer, key: Buffer): Buffer => {
  if (!head.subarray(0, mark.length).equals(mark)) throw notABackup()
  const keys = deriveKeys(key, head.subarray(mark.length, mark.length + saltBytes))
  if (!timingSafeEqual(keys.check, head.subarray(mark.length + saltBytes)))
    throw new BackupError('BACKUP_KEY is not the key that this backup was made with.')
  return keys.file
}

const nonceOf = (number: number, isLast: boolean): Buffer => {
  const nonce = Buffer.alloc(12)
  nonce.writeUIntBE(number, 5, 6)
  nonce.writeUInt8(isLast ? 1 : 0, 11)
  return nonce
}

const sealChunk = (key: Buffer, chunk: Buffer, nonce: Buffer): Buffer => {
  const cipher = createCipheriv('aes-256-gcm', key, nonce)
  return Buffer.concat([cipher.update(chunk), cipher.final(), cipher.getAuthTag()])
}

const openChunk = (key: Buffer, chunk: Buffer, nonce: Buffer): Buffer | null => {
  if (chunk.length < tagBytes) return null
  const decipher = createDecipheriv('aes-256-gcm', key, nonce, { authTagLength: tagBytes })
  decipher.setAuthTag(chunk.subarray(chunk.length - tagBytes))
  try {
    return Buffer.concat([decipher.update(chunk.subarray(0, chunk.length - tagBytes)), decipher.final()])
  } catch {
    return null
  }
}
