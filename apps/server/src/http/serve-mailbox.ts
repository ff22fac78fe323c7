import { createHash } from 'node:crypto'
import type { FastifyInstance, FastifyReply } from 'fastify'
// oxlint-disable-next-line no-restricted-imports -- the development mailbox shows the rows as they are
import { findMailboxRow, listMailboxRows, type MailboxMail } from '../platform/messages/mails.sql.ts'
import { escapeHtml } from '../platform/messages/mail-texts.ts'
import { refuse } from '../platform/result.ts'
import { sendRefusal } from './respond.ts'

const style = `body{max-width:44rem;margin:2rem auto;padding:0 1rem;font:16px/1.5 system-ui,sans-serif;color-scheme:light dark}
article{border-top:1px solid #8888;padding:1rem 0}h2{margin:0;font-size:1.1rem}pre{white-space:pre-wrap;overflow-wrap:anywhere;font:inherit}`
const styleHash = createHash('sha256').update(style).digest('base64')

/** These pages run and fetch nothing. A mail has its styles inline. */
const locked = "base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
const listPolicy = `default-src 'none'; style-src 'sha256-${styleHash}'; ${locked}`
const mailPolicy = `default-src 'none'; style-src 'unsafe-inline'; ${locked}`

const mostShown = 100

/** `/dev/mailbox`: the mails in the outbox, for development and demos. Never in production. */
export function serveMailbox(app: FastifyInstance): void {
  app.get('/dev/mailbox', async (request, reply) =>
    sendPage(reply, listPolicy, listPage(await listMailboxRows(request.context.db, mostShown))),
  )
  app.get<{ Params: { messageId: string } }>('/dev/mailbox/:messageId', async (request, reply) => {
    const mail = await findMailboxRow(request.context.db, request.params.messageId)
    return mail ? sendPage(reply, mailPolicy, mail.html) : sendRefusal(reply, refuse('not_found'))
  })
}

const sendPage = (reply: FastifyReply, policy: string, page: string) =>
  reply
    .header('content-security-policy', policy)
    .header('cache-control', 'no-store')
    .type('text/html; charset=utf-8')
    .send(page)

const listPage = (mails: MailboxMail[]): string => `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>Mailbox</title><style>${style}</style></head>
<body><h1>Mailbox</h1>
<p>Emails of this server, kept here and not sent. Newest first; reload for new ones.</p>
${mails.length === 0 ? '<p>No emails yet.</p>' : mails.map(listItem).join('\n')}
</body></html>
`

const listItem = ({ messageId, to, subject, text, unsubscribeUrl, receivedAt }: MailboxMail): string => `<article>
<h2>${escapeHtml(subject)}</h2>
<p>To ${escapeHtml(to)}, ${receivedAt.toISOString()}, <a href="/dev/mailbox/${encodeURIComponent(messageId)}">as HTML</a></p>
${unsubscribeUrl === null ? '' : `<p>List-Unsubscribe: ${escapeHtml(unsubscribeUrl)}</p>\n`}<pre>${withLinks(text)}</pre>
</article>`

const withLinks = (text: string): string =>
  text
    .split(/(https?:\/\/[^\s<>"]+)/)
    .map((part, index) =>
      index % 2 === 1 ? `<a href="${escapeHtml(part)}">${escapeHtml(part)}</a>` : escapeHtml(part),
    )
    .join('')
