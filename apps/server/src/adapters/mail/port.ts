/** A finished mail to one person. `messageId` is with angle brackets and stays the same when the mail is sent again. */
export type OutgoingMail = {
  messageId: string
  to: string
  subject: string
  text: string
  html: string
  /** Takes a POST that ends such mails (RFC 8058); null for a mail that belongs to an account. */
  unsubscribeUrl: string | null
}

/** Rejects a mail for good: the receiver's server does not want it, and asking again would only annoy it. */
export class MailRefused extends Error {
  override name = 'MailRefused'
}

/**
 * Who carries mails. Resolves when the mail is in the next one's hands; rejects with MailRefused when it never will be, with
 * anything else when it may be later. Errors never hold the address or the text.
 */
export type Mailer = { send: (mail: OutgoingMail) => Promise<void> }
