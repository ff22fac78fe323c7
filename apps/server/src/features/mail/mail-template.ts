/** The mails of the product, each with the values its text needs beside brand, company and addresses, as people read them. */
export type MailValues = {
  /** Has a link made when the mail is sent; so it needs a user. */
  set_pin_after_restore: Record<string, never>
  sign_in_hint: Record<string, never>
  welcome: Record<string, never>
  trial_ending: { plan: string; price: string; chargeDate: string }
  payment_failed: { plan: string; price: string; accessUntil: string }
}

export type MailTemplate = keyof MailValues
