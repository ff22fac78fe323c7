import { createSocket, type Socket } from 'node:dgram'
import { afterEach, expect, it } from 'vitest'
import { createDnsRecords } from './dns-records.ts'

let socket: Socket
afterEach(() => new Promise<void>((resolve) => socket.close(() => resolve())))

/** A server that answers every question so. @param code 2: it fails; 3: there is no such name */
const serve = async (code: number, texts: string[][]): Promise<string> => {
  socket = createSocket('udp4')
  socket.on('message', (question, { port, address }) => {
    // Everything behind the question is an extension that we leave out.
    const end = question.indexOf(0, 12) + 5
    const header = Buffer.from(question.subarray(0, 12))
    header.writeUInt16BE(0x8180 | code, 2)
    header.writeUInt16BE(texts.length, 6)
    header.writeUInt16BE(0, 10)
    const answers = texts.map((pieces) => {
      const data = Buffer.concat(
        pieces.map((piece) => Buffer.from(`${String.fromCodePoint(piece.length)}${piece}`, 'latin1')),
      )
      const head = Buffer.from([0xc0, 0x0c, 0, 16, 0, 1, 0, 0, 0, 0, data.length >> 8, data.length & 255])
      return Buffer.concat([head, data])
    })
    socket.send(Buffer.concat([header, question.subarray(12, end), ...answers]), port, address)
  })
  await new Promise<void>((resolve) => socket.bind(0, '127.0.0.1', resolve))
  return `127.0.0.1:${socket.address().port}`
}

it('reads the texts of a domain, and puts the pieces of a long one together', async () => {
  const server = await serve(0, [['v=spf1 -all'], ['kitewise-verification=', 'abc']])
  expect(await createDnsRecords([server]).readTxt('example.com')).toEqual(['v=spf1 -all', 'kitewise-verification=abc'])
})

it('knows a domain without texts, or that does not exist, from no answer', async () => {
  const server = await serve(3, [])
  expect(await createDnsRecords([server]).readTxt('example.com')).toEqual([])
})

it('says that a server fails', async () => {
  const server = await serve(2, [])
  expect(await createDnsRecords([server]).readTxt('example.com')).toBe(null)
})
