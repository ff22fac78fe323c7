/** A rendered mail to one person. `messageId` has angle brackets and stays the same on a retry. */
export type OutgoingMail = {
  messageId: string
  to: string
  subject: string
  text: string
  html: string
  /** Accepts the one-click POST of RFC 8058; null for account mails. */
  unsubscribeUrl: string | null
}

/** A permanent failure: the recipient's server rejected the mail, and a retry would not help. */
export class MailRefused extends Error {
  override name = 'MailRefused'
  /** The enhanced status code of RFC 3463, such as 5.1.1; null when the server gave none. */
  readonly status: string | null

  constructor(message: string, status: string | null) {
    super(message)
    this.status = status
  }
}

/**
 * Resolves when the next server has accepted the mail. Rejects with MailRefused when a retry would not help.
 * Errors never contain the address or the text.
 */
export type Mailer = { send: (mail: OutgoingMail) => Promise<void> }

/** What a receiving server reported about one of our mails. */
export type MailReport = {
  /** The IDs the report names as ours, best first. Only IDs that were sent exist, and strangers don't know them. */
  mailIds: string[]
  kind: 'bounce' | 'complaint'
  /** The enhanced status code of RFC 3463; null when the report has none. */
  status: string | null
}
