import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Pool } from 'pg'
import type { DrivenAnswer } from './shapes.ts'

/**
 * The reference with a database: `node:http` and the driver. Each request runs the statements that the server recorded for its path,
 * else those for every request, and sends the given bytes.
 */
process.on('message', ({ answer, address, writes, statements }: DrivenAnswer) => {
  const { headers, bodyBase64 } = answer
  const body = Buffer.from(bodyBase64, 'base64')
  const pool = new Pool({ ...address, user: address.username, max: 10 })
  const writeByPath = new Map(writes.map((write) => [write.path, write]))
  const work = async (path: string, response: ServerResponse) => {
    for (const statement of writeByPath.get(path)?.statements ?? statements) await pool.query(statement)
    response.writeHead(200, { ...headers, 'content-length': body.length })
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
