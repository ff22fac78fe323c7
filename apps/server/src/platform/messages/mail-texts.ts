import { planName } from '@kitewise/rules/billing-text'
import { dateInSentence } from '@kitewise/rules/calendar-day'
import { defaultLanguage, languageDetails, textLanguageOf } from '@kitewise/rules/language'
import texts from '@kitewise/texts/mails/en' with { type: 'json' }
import { readLanguages } from '@kitewise/texts/read-languages'
import type { Config } from '../../config.ts'

/** All mails, each with the values its text needs besides brand and company. Mails with a token link also need a user. */
export type MailValues = {
  set_pin_after_restore: Record<string, never>
  sign_in_hint: Record<string, never>
  new_device: Record<string, never>
  /** After a refunded payment: the account has a plan, is deleted, or has used its trial. */
  already_subscribed: { plan: string }
  account_waits: { plan: string }
  payment_returned: { plan: string }
  trial_again: { plan: string }
  /** To an existing account after a payment through the quiz. */
  welcome_back: Record<string, never>
  /** To the new address, with a link created when the mail is sent. */
  email_change_confirm: { newEmail: string; changeId: string }
  /** To a requested new address that already has an account. */
  email_change_hint: Record<string, never>
  /** To the old address: when the change is requested, and when it is done, with an undo link. */
  email_change_requested: Record<string, never>
  email_changed: { changeId: string }
  /** To the address that an account lost when the change was undone. */
  email_change_undone: Record<string, never>
  passkey_added: Record<string, never>
  passkey_removed: Record<string, never>
  welcome: Record<string, never>
  /** To a payer whose browser lost the payment. */
  payment_arrived: Record<string, never>
  payment_arrived_no_pin: Record<string, never>
  /** To whoever redeems a gift code without being signed in. */
  gift_waits: { registrationId: string }
  trial_ending: { plan: string; price: string; chargeDate: string; cancelBefore: string }
  payment_failed: { plan: string; price: string; accessUntil: string }
  refunded: { plan: string; amount: string }
  /** What is paid for from the next payment on. */
  plan_changed: { plan: string; price: string; date: string }
  learning_tips: Record<string, never>
  reminder: ReminderValues
  /** After this one, reminders stop until the learner learns again. */
  last_reminder: ReminderValues
  withdrawal_receipt: WithdrawalValues
  /** To the support. */
  withdrawal_notice: WithdrawalValues
  account_deleted: { until: string }
  account_restored: Record<string, never>
  /** To an address that may have no account. */
  /** `inviter`: what the subject names; the organization's name only with a proved domain. */
  organization_invitation: { organization: string; inviter: string; invitationId: string }
  /** To a newcomer who registered to join. */
  join_set_pin: { organization: string }
  /** A seat was taken by a learner with a plan of their own. */
  own_plan_ends: { organization: string; until: string }
  /** To owners and billing: access ends in 30 or 7 days, and has ended. */
  contract_ending: { organization: string; until: string; seats: string }
  contract_ended: { organization: string }
  /** To owners and billing: an invoice was paid after the contract had ended. */
  contract_payment_returned: { organization: string; amount: string; until: string }
  /** To a learner: the organization has taken the seat back, or its contract has ended. */
  seat_ended: { organization: string }
  /** To a learner: an assigned course is due soon. */
  assignment_due: { organization: string; course: string; due: string; path: string }
  /** To owners and managers, once a week. */
  overdue_digest: { organization: string; people: string }
  /** To whoever signs in through an organization, with a link that works only in their browser. */
  organization_link: { organization: string; organizationId: string; linkId: string }
  /** To a learner whose account an organization's sign-in opens from now on. */
  organization_linked: { organization: string }
  /** To owners of an organization: the record of a proved domain is missing, and the proof has ended. */
  domain_failing: { domain: string; organization: string; until: string }
  /** To owners: nothing is sent to an endpoint any longer. */
  events_paused: { organization: string; address: string }
  /** To all owners. `what` is a sentence of `teamChangeWords`; `actor` is an address. */
  team_changed: { organization: string; actor: string; what: string }
  domain_lost: { domain: string; organization: string; until: string }
  /** Answers of the support; `answer` is what staff wrote, with blank lines between paragraphs. */
  support_answer: { answer: string }
  support_apology: { answer: string }
  support_money: { answer: string }
  /** To staff: an item of the inbox is due soon. */
  staff_deadline: { kind: string; due: string; path: string }
  /** To staff: a payment is disputed, or its deadline is near. */
  staff_dispute: { amount: string; reason: string; due: string; path: string }
  /** To staff: a refund came back from the payer's bank. */
  staff_refund_returned: { amount: string; path: string }
  /** To the other owners: an owner's recovery link was made on the command line, and used. */
  staff_recovery_issued: { name: string; email: string }
  staff_recovery_used: { name: string; email: string }
  /** To staff, once a day. */
  staff_digest: { received: string; open: string; due: string; path: string }
}

/** `path` is the app page that the link opens; `streak` is a sentence or empty. */
type ReminderValues = { title: string; path: string; streak: string }

type WithdrawalValues = {
  name: string
  email: string
  plan: string
  price: string
  boughtOn: string
  receivedAt: string
  subscriptionId: string
}

export type MailTemplate = keyof MailValues

/** Kinds of mail that carry an unsubscribe link: with a consent, or to an address without an account. All others belong to an account. */
export type StopSubject = 'marketing' | 'reminders' | 'invitations'

const marketingTemplates = ['learning_tips'] as const satisfies readonly MailTemplate[]
export type MarketingTemplate = (typeof marketingTemplates)[number]

const isMarketing = (template: MailTemplate): template is MarketingTemplate =>
  (marketingTemplates as readonly MailTemplate[]).includes(template)

const reminderTemplates: ReadonlySet<MailTemplate> = new Set(['reminder', 'last_reminder', 'assignment_due'])

/** The kind of mail that this template's unsubscribe link stops; null for account mails. */
export function stopSubjectOf(template: MailTemplate): StopSubject | null {
  if (isMarketing(template)) return 'marketing'
  if (template === 'organization_invitation') return 'invitations'
  return reminderTemplates.has(template) ? 'reminders' : null
}

type MailText = {
  subject: string
  heading: string
  paragraphs: string[]
  action: string
  notes: string[]
}

type StaffTemplate = Extract<MailTemplate, `staff_${string}`>

/** Staff read English. */
const staffMails: Record<StaffTemplate, MailText> = {
  staff_deadline: {
    subject: 'Due {{due}}: a {{kind}} item in the inbox',
    heading: 'A deadline is near',
    paragraphs: ['An item of the kind “{{kind}}” must be settled by {{due}}.'],
    action: 'Open it at the desk',
    notes: ['It goes to the owner of the item, or to everybody with the inbox if nobody owns it.'],
  },
  staff_dispute: {
    subject: 'Answer by {{due}}: a disputed payment of {{amount}}',
    heading: 'A payment is disputed',
    paragraphs: [
      'A bank has taken back {{amount}} for the reason “{{reason}}”. Send evidence in the payment provider’s dashboard. Deadline: {{due}}.',
    ],
    action: 'Open the person at the desk',
    notes: ['It goes to everybody who sees the money section.'],
  },
  staff_refund_returned: {
    subject: 'A refund of {{amount}} came back',
    heading: 'A refund didn’t arrive',
    paragraphs: [
      'The bank of the payer couldn’t take {{amount}}, or the payment provider refused to refund it, for example because the payment is disputed. Unless the bank has taken it, agree with the learner on another way.',
    ],
    action: 'Open the person at the desk',
    notes: ['It goes to everybody who sees the money section.'],
  },
  staff_recovery_issued: {
    subject: 'A recovery link for {{name}} at the desk',
    heading: 'A recovery link was made for an owner',
    paragraphs: [
      'On the server’s command line, somebody made a link that lets {{name}} ({{email}}) back in at the desk. It works once, within 48 hours.',
      'If you two haven’t agreed on that, void it now: on the staff page, make a new link for {{name}}, or remove them. Then find out who can run commands on the server.',
    ],
    action: 'Open the staff page',
    notes: ['It goes to all other owners.'],
  },
  staff_recovery_used: {
    subject: 'The recovery link for {{name}} was used',
    heading: 'An owner is back in with a recovery link',
    paragraphs: [
      'The recovery link for {{name}} ({{email}}) was used. It created a new passkey and voided all passkeys, recovery codes and sessions from before.',
      'If that wasn’t {{name}}, remove them on the staff page now. Then look in the audit log for what they did, and find out who can run commands on the server.',
    ],
    action: 'Open the staff page',
    notes: ['It goes to all other owners.'],
  },
  staff_digest: {
    subject: '{{received}} new in the inbox',
    heading: 'What came in since yesterday',
    paragraphs: ['New: {{received}}. Open in all: {{open}}. Due within seven days, or late: {{due}}.'],
    action: 'Open the inbox',
    notes: ['You can turn this mail off in the inbox.'],
  },
}

type MailTexts = {
  layout: {
    footer: string
    unsubscribe: string
    stopReminders: string
    stopInvitations: string
    someCompany: string
    address: string
  }
  notifications: { title: string; body: string; last: string; streak: string; practice: string }
  calendar: CalendarWords
  teamChanges: Record<TeamChange, string>
  mails: Record<MailTemplate, MailText>
}

type CalendarWords = { name: string; day: string; mission: string; practice: string }

type WrittenTexts = Omit<MailTexts, 'mails'> & { mails: Record<Exclude<MailTemplate, StaffTemplate>, MailText> }

const textsByLanguage = readLanguages<WrittenTexts>('mails')

/** The texts in a language, or all of them in English, with the language they are really in. */
export function mailTexts(wanted: string): MailTexts & { language: string } {
  const found = textsByLanguage.get(wanted)
  const { mails, ...others } = found ?? texts
  return { ...others, mails: { ...mails, ...staffMails }, language: found ? wanted : defaultLanguage }
}

export function isMailTemplate(name: string): name is MailTemplate {
  return Object.hasOwn(texts.mails, name) || Object.hasOwn(staffMails, name)
}

const notable: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }

/** Escapes a text for HTML, between tags or inside quotes. */
export function escapeHtml(text: string): string {
  return text.replaceAll(/[&<>"']/g, (mark) => notable[mark] ?? '')
}

/** Replaces `{{name}}`; throws without a value. Control characters become spaces: no injected header, no faked paragraph. */
export function fillText(text: string, values: Record<string, string>): string {
  return text.replaceAll(/\{\{(\w+)\}\}/g, (_all, name: string) => {
    const value = Object.hasOwn(values, name) ? values[name] : undefined
    if (value === undefined) throw new Error(`the mail needs a value for ${name}`)
    return value.replaceAll(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ')
  })
}

/** What owners are told about: a new way in, a new way out for data, a new owner. */
export type TeamChange = 'owner' | 'receiver' | 'key' | 'provider' | 'directory' | 'domain'

/** A sentence about the change. @param name whom or what it concerns */
export function teamChangeWords(language: string, change: TeamChange, name: string): string {
  return fillText(mailTexts(language).teamChanges[change], { name })
}

/** Formats values in the language that the mail will really be written in. */
export function mailWords({ brand, plans }: Pick<Config, 'brand' | 'plans'>, language: string) {
  const locale = languageDetails[textLanguageOf(mailTexts(language).language)].bcp47
  return {
    /** @param unixSeconds the date is taken in UTC */
    date: (unixSeconds: number): string => dateInSentence(unixSeconds, locale),
    /** An organization that hasn't proved who it is. */
    someCompany: mailTexts(language).layout.someCompany,
    /** The plan's name; for a plan that is no longer sold, the brand. */
    plan: (productId: string | null): string => {
      const plan = plans.find((one) => one.productId === productId)
      if (!plan) return brand.name
      const { name, interval, intervalCount } = plan
      return planName({ name, billing: { interval, interval_count: intervalCount } }, locale)
    },
  }
}

/** Shorter streaks are not mentioned. */
const fewestDays = 2

export function reminderWords(language: string) {
  const { notifications, language: written } = mailTexts(language)
  return {
    bcp47: languageDetails[textLanguageOf(written)].bcp47,
    practice: notifications.practice,
    streak: (days: number): string => (days < fewestDays ? '' : fillText(notifications.streak, { days: String(days) })),
    push: (title: string, isLast: boolean): { title: string; body: string } => ({
      title: notifications.title,
      body: fillText(isLast ? notifications.last : notifications.body, { title }),
    }),
  }
}

/** The words of calendar entries. */
export function calendarWords(language: string): CalendarWords {
  return mailTexts(language).calendar
}
