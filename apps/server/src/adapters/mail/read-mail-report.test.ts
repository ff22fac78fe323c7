import { describe, expect, it } from 'vitest'
import { readMailReport } from './read-mail-report.ts'
import { makeBounce, makeComplaint } from './test-support/mail-reports.ts'

const id = '0b6f4d7e-52a1-4c8e-9d1f-6a2b3c4d5e6f'
const other = 'ffffffff-52a1-4c8e-9d1f-6a2b3c4d5e6f'

describe('a delivery report', () => {
  it('names the mail and the status', () => {
    expect(readMailReport(makeBounce({ messageId: `<${id}@kitewise.example>` }))).toEqual({
      kind: 'bounce',
      status: '5.1.1',
      mailIds: [id],
    })
  })

  it.each([
    ['the envelope ID', { envelopeId: id }],
    ['the Message-ID of the returned mail', { messageId: `<${id.toUpperCase()}@kitewise.example>` }],
    ['the address it was sent to', { to: `bounces+${id}@kitewise.example` }],
    ['Windows line ends', { messageId: `<${id}@kitewise.example>`, lineEnd: '\r\n' }],
    ['a folded header and an unquoted boundary', { messageId: `\n <${id}@kitewise.example>`, isQuoted: false }],
  ])('finds the mail by %s', (_, parts) => {
    expect(readMailReport(makeBounce(parts))?.mailIds).toEqual([id])
  })

  it('lists different IDs, the envelope ID first', () => {
    const report = makeBounce({ envelopeId: id, messageId: `<${other}@kitewise.example>` })
    expect(readMailReport(report)?.mailIds).toEqual([id, other])
  })

  it.each(['delayed', 'delivered', 'relayed', 'expanded'])('with the action "%s" is no failure', (action) => {
    expect(readMailReport(makeBounce({ envelopeId: id, action }))).toBeNull()
  })

  it('without a status is still a failure', () => {
    expect(readMailReport(makeBounce({ envelopeId: id, status: 'unknown' }))?.status).toBeNull()
  })
})

describe('a complaint', () => {
  it('names the mail', () => {
    expect(readMailReport(makeComplaint({ messageId: `<${id}@kitewise.example>` }))).toEqual({
      kind: 'complaint',
      status: null,
      mailIds: [id],
    })
  })

  it('is none when the receiver says it is not spam', () => {
    expect(readMailReport(makeComplaint({ messageId: `<${id}@kitewise.example>`, type: 'not-spam' }))).toBeNull()
  })
})

it.each([
  ['nothing', ''],
  [
    'an out-of-office reply',
    `Subject: Away\nContent-Type: text/plain\nIn-Reply-To: <${id}@kitewise.example>\n\nBack soon.`,
  ],
  ['a report about foreign mail', makeBounce({ messageId: '<12@elsewhere.example>' })],
  ['a text that only looks like one', `Action: failed\nStatus: 5.1.1\nMessage-ID: <${id}@kitewise.example>`],
  ['a report without a boundary', 'Content-Type: multipart/report\n\n--x'],
])('reads nothing from %s', (_, raw) => {
  expect(readMailReport(raw)).toBeNull()
})
