import { createReadStream } from 'node:fs'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream'
import { createGunzip } from 'node:zlib'
import { z } from 'zod'
import { BackupError, unseal } from './seal.ts'

// An archive is a sequence of frames: the header; for each table its name and columns, its rows as PostgreSQL's COPY
// writes them, and its sums; the end. It's compressed, then sealed.

const header = z.object({
  type: z.literal('header'),
  app: z.string(),
  createdAt: z.iso.datetime(),
  /** The schema: every migration that had been applied. */
  migrations: z.array(z.object({ name: z.string(), sha256: z.string() })),
})
const table = z.object({ type: z.literal('table'), name: z.string(), columns: z.array(z.string()) })
const sums = z.object({ type: z.literal('sums'), rows: z.number(), sha256: z.string() })
const end = z.object({ type: z.literal('end'), sequences: z.record(z.string(), z.number()) })
const note = z.discriminatedUnion('type', [header, table, sums, end])

export type ArchiveHeader = z.output<typeof header>
export type ArchiveNote = z.output<typeof note>
/** `sha256` of the rows in the order of the primary key. */
export type TableSums = { rows: number; sha256: string }

const noteMark = 0x4a
const rowsMark = 0x52
const headBytes = 5

export function noteFrame(value: ArchiveNote): Buffer {
  return frame(noteMark, Buffer.from(JSON.stringify(value)))
}

export function rowsFrame(rows: Buffer): Buffer {
  return frame(rowsMark, rows)
}

const frame = (mark: number, body: Buffer): Buffer => {
  const head = Buffer.alloc(headBytes)
  head.writeUInt8(mark)
  head.writeUInt32BE(body.length, 1)
  return Buffer.concat([head, body])
}

/** Rows as COPY text, or a note. */
type Frame = Buffer | ArchiveNote

/** Reads an archive in constant memory. @throws BackupError on a wrong key, and on a damaged or cut file */
export async function* readArchive(file: string, key: Buffer): AsyncGenerator<Frame> {
  const opened = pipeline(
    createReadStream(file),
    (source: AsyncIterable<Buffer>) => unseal(source, key),
    createGunzip(),
    () => {},
  ) as unknown as Readable
  let waiting: Buffer = Buffer.alloc(0)
  for await (const piece of opened as AsyncIterable<Buffer>) {
    waiting = waiting.length === 0 ? piece : Buffer.concat([waiting, piece])
    for (;;) {
      const length = waiting.length < headBytes ? Infinity : headBytes + waiting.readUInt32BE(1)
      if (waiting.length < length) break
      yield readFrame(waiting.readUInt8(), waiting.subarray(headBytes, length))
      waiting = waiting.subarray(length)
    }
  }
  if (waiting.length > 0) throw new BackupError('The backup ends in the middle of a part.')
}

const readFrame = (mark: number, body: Buffer): Frame => {
  if (mark === rowsMark) return body
  const read = mark === noteMark ? note.safeParse(JSON.parse(body.toString())) : null
  if (!read?.success) throw new BackupError('A newer release made this backup. Install that release to restore it.')
  return read.data
}
