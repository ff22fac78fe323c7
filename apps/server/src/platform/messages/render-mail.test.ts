import texts from '@kitewise/texts/mails/en' with { type: 'json' }
import { describe, expect, it } from 'vitest'
import { type MailTemplate, stopSubjectOf } from './mail-texts.ts'
import { renderMail } from './render-mail.ts'

const config = {
  publicUrl: 'https://kitewise.example',
  brand: {
    name: 'Kite & Wise',
    company: 'Kite <Ltd>',
    postalAddress: '1 Example Street',
    supportEmail: 'help@kitewise.example',
    claimAheadPercent: null,
  },
}
const values = {
  plan: 'Monthly',
  date: 'May 10, 2026',
  price: '$29.99',
  amount: '$9.99',
  chargeDate: '05/17/2026',
  cancelBefore: '05/16/2026',
  accessUntil: '05/20/2026',
  newEmail: 'new@kitewise.example',
  until: '06/20/2026',
  name: 'Ana & Co',
  email: 'ana@kitewise.example',
  boughtOn: '05/10/2026',
  receivedAt: '05/12/2026 09:30 UTC',
  subscriptionId: 'sub_00000001',
  title: 'Ask for a “better” answer',
  path: '/course/ai-zero/lesson/ai-zero.l03/start',
  answer: 'We have looked at it.\n\nAll is well.',
  streak: 'Days in a row so far: 3.',
  organization: 'Ana & Sons <Ltd>',
  seats: '20',
  course: 'First steps',
  due: '06/20/2026',
  people: '4',
  address: 'hooks.company.example',
  domain: 'company.example',
  inviter: 'Kites',
  actor: 'owner@kites.example',
  what: 'There is a new API key.',
  invitationId: '6d0e1c1e-0000-4000-8000-000000000000',
}
const link = { token: 'AbC_-9', minutes: 10 }
const unsubscribeUrl = 'https://kitewise.example/unsubscribe?token=Un-1'
const render = (template: MailTemplate, changes: Record<string, string> = {}) =>
  renderMail(config, {
    template,
    language: 'en',
    values: { ...values, ...changes },
    link,
    ...(stopSubjectOf(template) === null ? {} : { unsubscribeUrl }),
  })
const templates = Object.keys(texts.mails) as MailTemplate[]

describe.each(templates)('mail %s', (template) => {
  it('has every value filled in, in plain text and in HTML', () => {
    const { subject, text, html } = render(template)
    expect(`${subject}${text}${html}`).not.toMatch(/\{\{|\}\}|undefined|null/)
    expect(subject).not.toMatch(/[\r\n]/)
    expect(text).toContain('Kite & Wise')
    expect(html).toContain('Kite &amp; Wise')
    expect(html).toContain('Kite &lt;Ltd&gt;')
  })

  it('has exactly one button, a heading, a dark look, and a text version with the same address', () => {
    const { text, html } = render(template)
    const buttons = html.match(/<td class="button"[^>]*><a href="([^"]*)"/g) ?? []
    expect(buttons).toHaveLength(1)
    expect(html.match(/<h1/g)).toHaveLength(1)
    expect(html).toContain('@media (prefers-color-scheme:dark)')
    expect(html).toContain('name="color-scheme" content="light dark"')
    const [, address = ''] = /class="button"[^>]*><a href="([^"]*)"/.exec(html) ?? []
    expect(text).toContain(`:\n${address.replaceAll('&amp;', '&')}\n`)
  })

  it('has one link to the public address, one more when it can be unsubscribed, one on the brand in HTML, and loads nothing', () => {
    const { text, html } = render(template)
    const underUs = expect.stringMatching(/^https:\/\/kitewise\.example\/[\w/?&=%.#-]+$/)
    const links = stopSubjectOf(template) === null ? [underUs] : [underUs, unsubscribeUrl]
    expect(text.match(/https?:\/\/\S+/g)).toEqual(links)
    expect(html.match(/href="([^"]*)"/g)).toHaveLength(links.length + 1)
    expect(html).toMatch(
      /<a class="ink" href="https:\/\/kitewise\.example\/welcome\?lang=\w+"[^>]*>Kite &amp; Wise<\/a>/,
    )
    expect(html).not.toMatch(/<(img|link|script|iframe)|src=|url\(|@import/i)
  })
})

it('has the same content in both parts', () => {
  const { text, html } = render('trial_ending')
  const words = html
    .replace(/^[\s\S]*<body[^>]*>/, '')
    .replaceAll(/<[^>]+>/g, ' ')
    .replaceAll('&amp;', '&')
  for (const sentence of text.split('\n').filter((line) => line.startsWith('If '))) expect(words).toContain(sentence)
})

it('escapes values, which cannot start a header or a paragraph', () => {
  const { subject, text, html } = render('trial_ending', {
    plan: '<img src=x onerror=alert(1)>"\'',
    chargeDate: 'soon\r\nBcc: eve@kitewise.example\u2028',
  })
  expect(html).not.toContain('<img')
  expect(html).toContain('&lt;img src=x onerror=alert(1)&gt;&quot;&#39;')
  expect(subject).toBe('Your Kite & Wise trial ends on soon Bcc: eve@kitewise.example ')
  expect(text).not.toMatch(/^Bcc/m)
})

it('does not expand placeholders inside values', () => {
  expect(render('trial_ending', { plan: '{{price}}' }).text).toContain('charge $29.99 for {{price}} that day')
})

it('is not sent with a missing value', () => {
  const wanted = { template: 'trial_ending', language: 'en', values: { plan: 'Monthly' }, link } as const
  expect(() => renderMail(config, wanted)).toThrow('the mail needs a value for')
  expect(() => render('welcome', { constructor: 'x' })).not.toThrow()
})

it('omits optional sentences and names what is unsubscribed', () => {
  const { text } = render('reminder', { streak: '' })
  expect(text).not.toMatch(/\n{3}/)
  expect(text).not.toContain('Days in a row')
  expect(render('reminder').text).toContain('Days in a row so far: 3.')
  expect(text).toContain('You’re getting this because you turned on reminders')
  expect(render('learning_tips').text).toContain('You’re getting this because you signed up for emails')
})

it('is in English when a language has no mails yet', () => {
  const wanted = { template: 'welcome', language: 'xx', values: {}, link } as const
  expect(renderMail(config, wanted).html).toContain('<html lang="en">')
})
