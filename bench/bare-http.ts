import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { BareAnswer } from './shapes.ts'

/** The reference for reads: `node:http` alone, always sending the given bytes. */
process.on('message', ({ headers, bodyBase64 }: BareAnswer) => {
  const body = Buffer.from(bodyBase64, 'base64')
  const server = createServer((_, response) => {
    response.writeHead(200, { ...headers, 'content-length': body.length })
    response.end(body)
  })
  server.listen(0, '127.0.0.1', () => {
    process.send?.({ url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` })
  })
})
process.on('disconnect', () => process.exit(0))
