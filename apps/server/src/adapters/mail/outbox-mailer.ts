import type { Queryable } from '../../database/connect.ts'
import type { Mailer } from './port.ts'

/** Keeps mails in the database, to be read at /dev/mailbox. A mail that comes again replaces itself. */
export const createOutboxMailer = (db: Queryable): Mailer => ({
  send: async ({ messageId, to, subject, text, html, unsubscribeUrl }) => {
    await db`
      insert into mailbox_mails (message_id, to_address, subject, text_body, html_body, unsubscribe_url)
      values (${messageId}, ${to}, ${subject}, ${text}, ${html}, ${unsubscribeUrl})
      on conflict (message_id) do update set text_body = excluded.text_body, html_body = excluded.html_body`
  },
})
