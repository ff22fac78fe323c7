import type { StopSubject } from '../mail/mail-template.ts'

/** The page with the button that ends such mails; it is told what for, so that it can say so before anything happens. */
export const unsubscribePath = (token: string, subject: StopSubject): string =>
  `/unsubscribe?token=${encodeURIComponent(token)}${subject === 'reminders' ? '&about=reminders' : ''}`
