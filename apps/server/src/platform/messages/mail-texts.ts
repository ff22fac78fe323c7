import { planName } from '@kitewise/rules/billing-text'
import { dateInSentence } from '@kitewise/rules/calendar-day'
import { defaultLanguage, languageDetails, textLanguageOf } from '@kitewise/rules/language'
import texts from '@kitewise/texts/mails/en' with { type: 'json' }
import { readLanguages } from '@kitewise/texts/read-languages'
import type { Config } from '../../config.ts'

/** The mails of the product, each with the values its text needs beside brand and company, as people read them. */
export type MailValues = {
  /** Has a link made when the mail is sent; so it needs a user. */
  set_pin_after_restore: Record<string, never>
  sign_in_hint: Record<string, never>
  /** Has a link made when the mail is sent; so it needs a user. */
  new_device: Record<string, never>
  /** After a payment that was given back: the account has a plan, is to be erased, or has had its trial. */
  already_subscribed: { plan: string }
  account_waits: { plan: string }
  trial_again: { plan: string }
  /** To an account that somebody has paid for by way of the quiz. */
  welcome_back: Record<string, never>
  /** To the new address, with a link made when the mail is sent. */
  email_change_confirm: { newEmail: string; changeId: string }
  /** To an address that somebody wants and that has an account. */
  email_change_hint: Record<string, never>
  /** To the old address when the change is asked for, and when it is done: that one with a link to undo it. */
  email_change_requested: Record<string, never>
  email_changed: { changeId: string }
  /** To the address that an account had until its change was undone. */
  email_change_undone: Record<string, never>
  welcome: Record<string, never>
  /** To a payer whose browser has lost the payment. The second has a link made when the mail is sent; so it needs a user. */
  payment_arrived: Record<string, never>
  payment_arrived_no_pin: Record<string, never>
  trial_ending: { plan: string; price: string; chargeDate: string; cancelBefore: string }
  payment_failed: { plan: string; price: string; accessUntil: string }
  learning_tips: Record<string, never>
  reminder: ReminderValues
  /** The one after which reminders stop until something is learned. */
  last_reminder: ReminderValues
  withdrawal_receipt: WithdrawalValues
  /** To the support. */
  withdrawal_notice: WithdrawalValues
  account_deleted: { until: string }
  account_restored: Record<string, never>
}

/** `path` is the page of the app that the link opens; `streak` a sentence, or empty. */
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

/** Mails that only people get who have said yes to them, and that a link in each of them stops. The others belong to an account. */
export type StopSubject = 'marketing' | 'reminders'

const marketingTemplates = ['learning_tips'] as const satisfies readonly MailTemplate[]
export type MarketingTemplate = (typeof marketingTemplates)[number]

const isMarketing = (template: MailTemplate): template is MarketingTemplate =>
  (marketingTemplates as readonly MailTemplate[]).includes(template)

const reminderTemplates: ReadonlySet<MailTemplate> = new Set(['reminder', 'last_reminder'])

/** What somebody stops who stops mails like this one; null where there is nothing to stop. */
export const stopSubjectOf = (template: MailTemplate): StopSubject | null => {
  if (isMarketing(template)) return 'marketing'
  return reminderTemplates.has(template) ? 'reminders' : null
}

type MailText = {
  subject: string
  heading: string
  paragraphs: string[]
  /** The words of the one link. */
  action: string
  /** Small print under the link. */
  notes: string[]
}

type MailTexts = {
  layout: { footer: string; unsubscribe: string; stopReminders: string }
  /** Of reminders, what a notification says and what may stand in the mail. */
  notifications: { title: string; body: string; last: string; streak: string; practice: string }
  mails: Record<MailTemplate, MailText>
}

const textsByLanguage = readLanguages<MailTexts>('mails')

/** The sentences in a language, or all of them in English, and the language that they are really in. */
export const mailTexts = (wanted: string): MailTexts & { language: string } => {
  const found = textsByLanguage.get(wanted)
  return found ? { ...found, language: wanted } : { ...texts, language: defaultLanguage }
}

export const isMailTemplate = (name: string): name is MailTemplate => Object.hasOwn(texts.mails, name)

const notable: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }

/** A text as it may stand in HTML, between tags or inside quotes. */
export const escapeHtml = (text: string): string => text.replaceAll(/[&<>"']/g, (mark) => notable[mark] ?? '')

/**
 * Puts values where the text says `{{name}}`. A value is one line: line ends and other control characters become blanks, so
 * that it can neither begin a header nor look like a paragraph of ours.
 * @throws when the text names a value that is not given
 */
export const fillText = (text: string, values: Record<string, string>): string =>
  text.replaceAll(/\{\{(\w+)\}\}/g, (_all, name: string) => {
    const value = Object.hasOwn(values, name) ? values[name] : undefined
    if (value === undefined) throw new Error(`the mail needs a value for ${name}`)
    return value.replaceAll(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ')
  })

/** Values of a mail as its reader says them, in the language that the mail will really be written in. */
export const mailWords = ({ brand, plans }: Pick<Config, 'brand' | 'plans'>, language: string) => {
  const locale = languageDetails[textLanguageOf(mailTexts(language).language)].bcp47
  return {
    /** @param unixSeconds the day is the one in UTC */
    date: (unixSeconds: number): string => dateInSentence(unixSeconds, locale),
    /** What a product is called; one that is not for sale any more has the name of the product itself. */
    plan: (productId: string | null): string => {
      const plan = plans.find((one) => one.productId === productId)
      if (!plan) return brand.name
      const { name, interval, intervalCount } = plan
      return planName({ name, billing: { interval, interval_count: intervalCount } }, locale)
    },
  }
}

/** From this many days in a row on they are worth a word. */
const fewestDays = 2

/** The sentences of reminders in a learner's language. */
export const reminderWords = (language: string) => {
  const { notifications, language: written } = mailTexts(language)
  return {
    bcp47: languageDetails[textLanguageOf(written)].bcp47,
    /** What the short daily practice is called where a lesson's title stands else. */
    practice: notifications.practice,
    /** A kind word about days in a row; empty where there are none to speak of. */
    streak: (days: number): string => (days < fewestDays ? '' : fillText(notifications.streak, { days: String(days) })),
    push: (title: string, isLast: boolean): { title: string; body: string } => ({
      title: notifications.title,
      body: fillText(isLast ? notifications.last : notifications.body, { title }),
    }),
  }
}
