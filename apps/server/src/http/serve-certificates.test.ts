import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { actAsLearner } from '../test-support/act-as-learner.ts'
import { makeCatalog } from '../test-support/make-catalog.ts'
import { readPdf } from '../test-support/read-pdf.ts'
import { startTestServer, type TestServer } from '../test-support/start-test-server.ts'
import { testConfig } from '../test-support/test-config.ts'

const catalog = makeCatalog({ id: 'ai-zero', chapters: { c1: { l01: { f1: ['prompt'] } } } })
/** Pictures that the tests of the preview take from the limit. */
const previews = 2
let server: TestServer
let webFolder: string

beforeAll(async () => {
  webFolder = mkdtempSync(join(tmpdir(), 'kitewise-web-'))
  writeFileSync(join(webFolder, 'index.html'), '<!doctype html><html><head><title>Kitewise</title></head></html>')
  mkdirSync(join(webFolder, 'documents'))
  writeFileSync(join(webFolder, 'documents/index.json'), '{"certificate":null}')
  const drawn =
    '<!doctype html><html lang="uk"><head></head><p data-size="{{nameSize}}">{{name}}</p>{{issueDay}} {{id}}'
  for (const language of ['en', 'ua']) writeFileSync(join(webFolder, `documents/certificate.${language}.html`), drawn)
  const { limits } = testConfig()
  server = await startTestServer({
    catalog,
    config: { webFolder, limits: { ...limits, certificateFilesPerMinute: previews + 3 } },
  })
})
afterAll(async () => {
  await server.close()
  rmSync(webFolder, { recursive: true })
})

const issue = async (name = 'Їжак 홍길동') => {
  const learner = await actAsLearner(server)
  await learner.earn('ai-zero')
  const body = { courseId: 'ai-zero', name }
  const headers = { 'accept-language': 'uk' }
  return (await server.call('issueCertificate', { token: learner.token, body, headers })).body.data
}

describe('the page of a certificate', () => {
  it('is limited like the calls, because it is filled in for each request', async () => {
    const generalPerMinute = 3
    const config = { webFolder, limits: { ...testConfig().limits, generalPerMinute } }
    const limited = await startTestServer({ catalog, config, database: server.database })
    const { certificateUrl } = await issue()
    const statuses = []
    for (let visit = 0; visit <= generalPerMinute; visit += 1)
      statuses.push((await fetch(`${limited.url}${certificateUrl}`)).status)
    await limited.close()
    expect(statuses).toEqual([200, 200, 200, 429])
  })
})

describe('the preview of a shared certificate', () => {
  it('is described in the page, with a picture of the size that previews ask for', async () => {
    const { id, certificateUrl } = await issue('Ann "<b>" Ó')
    const page = await server.call(`GET ${certificateUrl}`)
    const { publicUrl } = server.context.config
    const address = `${publicUrl}/api/certificates/${id}/preview`
    expect(page.text).toContain(`<meta property="og:image" content="${address}">`)
    expect(page.text).toContain(`<meta property="og:url" content="${publicUrl}${certificateUrl}">`)
    expect(page.text).toContain('<meta property="og:title" content="Ann &quot;&lt;b>&quot; Ó · Курс ai-zero">')
    expect(page.headers.get('content-security-policy')).toContain("script-src 'self'")
    expect(page.headers.get('x-robots-tag')).toContain('noindex')

    const picture = await fetch(`${server.url}/api/certificates/${id}/preview`)
    const bytes = Buffer.from(await picture.arrayBuffer())
    expect(picture.headers.get('content-type')).toBe('image/png')
    expect(picture.headers.get('cache-control')).toBe('no-store')
    expect([bytes.toString('latin1', 1, 4), bytes.readUInt32BE(16), bytes.readUInt32BE(20)]).toEqual(['PNG', 1200, 630])
  })

  it('is missing where there is no certificate', async () => {
    const unknown = 'f'.repeat(32)
    expect((await server.call(`GET /certificates/${unknown}`)).text).not.toContain('og:image')
    expect((await fetch(`${server.url}/api/certificates/${unknown}/preview`)).status).toBe(404)
  })
})

describe('the page of a certificate', () => {
  const headers = { 'accept-language': 'uk' }

  it('shows the words of the certificate, and brings it along for the app', async () => {
    const name = 'Ann {{id}} "</script>" & Їжаченко Олександра-Марія'
    const { id, certificateUrl, issueDate, courseName } = await issue(name)
    const { text } = await server.call(`GET ${certificateUrl}`, { headers })
    const shown = 'Ann {{id}} &quot;&lt;/script&gt;&quot; &amp; Їжаченко Олександра-Марія'
    expect(text).toContain(`<p data-size="3">${shown}</p>`)
    const day = new Intl.DateTimeFormat('uk', { dateStyle: 'long', timeZone: 'UTC' }).format(new Date(issueDate))
    expect(text).toContain(`</p>${day} ${id}`)
    const [, data = ''] = /<script type="application\/json" id="page-data">(.*?)<\/script>/.exec(text) ?? []
    const brought = JSON.parse(data) as { certificate: object }
    expect(brought).toMatchObject({ language: 'ua', certificate: { id, name, courseName, issueDate, valid: true } })
  })

  it('is drawn by the app alone where there is no certificate', async () => {
    const { status, text } = await server.call(`GET /certificates/${'f'.repeat(32)}`, { headers })
    expect(status).toBe(200)
    expect(text).toContain('<title>Kitewise</title>')
    expect(text).not.toContain('{{')
  })
})

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
