import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Pool } from 'pg'
import type { BareAnswer, Measured } from './shapes.ts'

/**
 * The reference for writes over HTTP: `node:http` and the driver. Each request runs one write's recorded statements.
 */
process.on('message', ({ answer, world }: { answer: BareAnswer; world: Measured }) => {
  const { headers, bodyBase64 } = answer
  const body = Buffer.from(bodyBase64, 'base64')
  const pool = new Pool({ ...world.address, user: world.address.username, max: 10 })
  const writeByPath = new Map(world.learners.flat().map((write) => [write.path, write]))
  const work = async (path: string, response: ServerResponse) => {
    const write = writeByPath.get(path)
    for (const statement of write?.statements ?? []) await pool.query(statement)
    response.writeHead(write ? 200 : 404, { ...headers, 'content-length': body.length })
    response.end(body)
  }
  const server = createServer((request, response) => {
    request.resume().on('end', () => void work(request.url ?? '', response))
  })
  server.listen(0, '127.0.0.1', () => {
    process.send?.({ url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` })
  })
})
process.on('disconnect', () => process.exit(0))
