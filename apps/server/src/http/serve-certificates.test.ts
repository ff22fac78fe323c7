import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { actAsLearner } from '../test-support/act-as-learner.ts'
import { makeCatalog } from '../test-support/make-catalog.ts'
import { readPdf } from '../test-support/read-pdf.ts'
import { startTestServer, type TestServer } from '../test-support/start-test-server.ts'
import { testConfig } from '../test-support/test-config.ts'

const catalog = makeCatalog({ id: 'ai-zero', chapters: { c1: { l01: { f1: ['prompt'] } } } })
let server: TestServer

beforeAll(async () => {
  const { limits } = testConfig()
  server = await startTestServer({ catalog, config: { limits: { ...limits, certificateFilesPerMinute: 3 } } })
})
afterAll(() => server.close())

const issue = async () => {
  const learner = await actAsLearner(server)
  await learner.earn('ai-zero')
  const body = { courseId: 'ai-zero', name: 'Їжак 홍길동' }
  const headers = { 'accept-language': 'uk' }
  return (await server.call('issueCertificate', { token: learner.token, body, headers })).body.data
}

describe('the PDF of a certificate', () => {
  it('is a public download of the issued data, rate-limited together with the badge', async () => {
    const { id, pdfUrl, badgeUrl, certificateUrl } = await issue()
    const response = await fetch(`${server.url}${pdfUrl}`)
    expect(response.status).toBe(200)
    const expected = {
      'content-type': 'application/pdf',
      'content-disposition': 'attachment; filename="certificate-ai-zero.pdf"',
      'cache-control': 'no-store',
      'x-robots-tag': 'noindex, nofollow',
    }
    for (const [name, value] of Object.entries(expected)) expect(response.headers.get(name)).toBe(value)
    const { text, qrCode } = await readPdf(new Uint8Array(await response.arrayBuffer()))
    for (const part of ['Їжак 홍길동', 'Курс ai-zero', id]) expect(text).toContain(part)
    expect(qrCode).toBe(`${server.context.config.publicUrl}${certificateUrl}`)

    const statuses = []
    for (const path of [badgeUrl, pdfUrl, pdfUrl, badgeUrl]) statuses.push((await fetch(`${server.url}${path}`)).status)
    expect(statuses).toEqual([200, 200, 429, 429])
  })
})
