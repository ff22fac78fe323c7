import { randomBytes } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { BackupError, seal, unseal } from './seal.ts'

const key = randomBytes(32)
const chunk = 65_536
const sealedChunk = chunk + 16

/** In pieces of a size that divides nothing. */
async function* pieces(data: Buffer, size = 10_007): AsyncGenerator<Buffer> {
  for (let from = 0; from < data.length; from += size) yield data.subarray(from, from + size)
}

const collect = async (source: AsyncIterable<Buffer>): Promise<Buffer> => {
  const parts: Buffer[] = []
  for await (const part of source) parts.push(part)
  return Buffer.concat(parts)
}

const sealAll = (data: Buffer) => collect(seal(pieces(data), key))
const unsealAll = (data: Buffer, withKey = key) => collect(unseal(pieces(data), withKey))

describe('a sealed file', () => {
  it.each([0, 1, chunk - 1, chunk, chunk + 1, 3 * chunk, 3 * chunk + 5])('of %i bytes opens again', async (size) => {
    const data = randomBytes(size)
    const sealed = await sealAll(data)
    expect(sealed.includes(data.subarray(0, 32)) && size >= 32).toBe(false)
    expect((await unsealAll(sealed)).equals(data)).toBe(true)
  })

  it('is different each time', async () => {
    const data = randomBytes(100)
    expect((await sealAll(data)).equals(await sealAll(data))).toBe(false)
  })

  it('needs its key', async () => {
    await expect(unsealAll(await sealAll(randomBytes(10)), randomBytes(32))).rejects.toThrow(
      'BACKUP_KEY is not the key that this backup was made with.',
    )
  })

  it('does not open with one changed bit, wherever it is', async () => {
    const sealed = await sealAll(randomBytes(2 * chunk + 100))
    const places = [0, 20, 40, 60, 60 + sealedChunk, 60 + 2 * sealedChunk, sealed.length - 1]
    for (const place of places) {
      const changed = Buffer.from(sealed)
      changed.writeUInt8(changed.readUInt8(place) ^ 1, place)
      await expect(unsealAll(changed), `byte ${place}`).rejects.toThrow(BackupError)
    }
  })

  it('does not open cut off, anywhere', async () => {
    const sealed = await sealAll(randomBytes(2 * chunk + 100))
    const head = sealed.length - 2 * sealedChunk - 116
    for (const length of [0, 5, 30, head, head + sealedChunk, head + 2 * sealedChunk, sealed.length - 1])
      await expect(unsealAll(sealed.subarray(0, length)), `${length} bytes`).rejects.toThrow(BackupError)
  })

  it('does not open with parts swapped, repeated or added', async () => {
    const sealed = await sealAll(randomBytes(2 * chunk + 100))
    const head = sealed.subarray(0, sealed.length - 2 * sealedChunk - 116)
    const first = sealed.subarray(head.length, head.length + sealedChunk)
    const second = sealed.subarray(head.length + sealedChunk, head.length + 2 * sealedChunk)
    const last = sealed.subarray(head.length + 2 * sealedChunk)
    for (const parts of [
      [head, second, first, last],
      [head, first, first, second, last],
      [head, first, last],
      [head, first, second, last, last],
    ])
      await expect(unsealAll(Buffer.concat(parts))).rejects.toThrow(BackupError)
  })

  it('is told from any other file', async () => {
    await expect(unsealAll(Buffer.from('PGDMP and more bytes than the mark of ours has, twice'))).rejects.toThrow(
      'The file is not a backup made by this command.',
    )
  })
})
