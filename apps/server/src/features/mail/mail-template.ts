import texts from '@kitewise/texts/mails/en' with { type: 'json' }

/** The mails of the product, each with the values its text needs beside brand and company, as people read them. */
export type MailValues = {
  /** Has a link made when the mail is sent; so it needs a user. */
  set_pin_after_restore: Record<string, never>
  sign_in_hint: Record<string, never>
  welcome: Record<string, never>
  trial_ending: { plan: string; price: string; chargeDate: string }
  payment_failed: { plan: string; price: string; accessUntil: string }
  learning_tips: Record<string, never>
  account_deleted: { until: string }
  account_restored: Record<string, never>
}

export type MailTemplate = keyof MailValues

/** Mails that only people get who have said yes to them, with a way to stop them. The others belong to an account. */
const marketingTemplates = ['learning_tips'] as const satisfies readonly MailTemplate[]
export type MarketingTemplate = (typeof marketingTemplates)[number]

export const isMarketing = (template: MailTemplate): template is MarketingTemplate =>
  (marketingTemplates as readonly MailTemplate[]).includes(template)

type MailText = {
  subject: string
  heading: string
  paragraphs: string[]
  /** The words of the one link. */
  action: string
  /** Small print under the link. */
  notes: string[]
}

export type MailTexts = { layout: { footer: string; unsubscribe: string }; mails: Record<MailTemplate, MailText> }

/** English for now; other languages are added here. */
const textsByLanguage = new Map<string, MailTexts>([['en', texts]])

/** The sentences in a language, else in English. */
export const mailTexts = (language: string): MailTexts => textsByLanguage.get(language) ?? texts

export const isMailTemplate = (name: string): name is MailTemplate => Object.hasOwn(texts.mails, name)
