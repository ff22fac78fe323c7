import { createServer } from 'node:http'

/** The reference for reads: `node:http` alone, always sending the given bytes. JavaScript, so that nothing but Node is loaded. */
process.on('message', (/** @type {import('./shapes.ts').BareAnswer} */ { headers, bodyBase64 }) => {
  const body = Buffer.from(bodyBase64, 'base64')
  const server = createServer((_, response) => {
    response.writeHead(200, { ...headers, 'content-length': body.length })
    response.end(body)
  })
  server.listen(0, '127.0.0.1', () => {
    const { port } = /** @type {import('node:net').AddressInfo} */ (server.address())
    process.send?.({ url: `http://127.0.0.1:${port}` })
  })
})
process.on('disconnect', () => process.exit(0))
