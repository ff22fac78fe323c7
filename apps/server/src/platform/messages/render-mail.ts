import { welcomePath } from '@kitewise/contract/screens'
import { languageDetails, textLanguageOf } from '@kitewise/rules/language'
import type { OutgoingMail } from '../../adapters/mail/port.ts'
import type { Config } from '../../config.ts'
import { layOutMail } from './lay-out-mail.ts'
import { escapeHtml, fillText, type MailTemplate, mailTexts, type StopSubject, stopSubjectOf } from './mail-texts.ts'

type WantedMail = {
  template: MailTemplate
  language: string
  values: Record<string, string>
  link: { token: string | null; minutes: number }
  /** The page that stops mails of this kind; null for account mails. */
  unsubscribeUrl?: string | null
}

/** Each mail's link, always under the configured public URL, never under a host from a request. */
const linkPaths: Record<MailTemplate, (token: string, values: Record<string, string>) => string> = {
  set_pin_after_restore: (token) => `/restore-pass?token=${encodeURIComponent(token)}`,
  sign_in_hint: () => '/login',
  new_device: (token) => `/login?token=${encodeURIComponent(token)}`,
  already_subscribed: () => '/login',
  account_waits: () => '/login',
  payment_returned: () => '/support',
  trial_again: () => '/login',
  welcome_back: () => '/login',
  email_change_confirm: (token, { newEmail = '' }) =>
    `/confirm-email-change?token=${encodeURIComponent(token)}&email=${encodeURIComponent(newEmail)}`,
  email_change_hint: () => '/login',
  email_change_requested: () => '/restore-pass',
  email_changed: (token) => `/undo-email-change?token=${encodeURIComponent(token)}`,
  email_change_undone: () => '/support',
  passkey_added: () => '/restore-pass',
  passkey_removed: () => '/restore-pass',
  welcome: () => '/dashboard',
  payment_arrived: () => '/login',
  payment_arrived_no_pin: (token) => `/restore-pass?token=${encodeURIComponent(token)}`,
  gift_waits: (token) => `/gift/begin?token=${encodeURIComponent(token)}`,
  trial_ending: () => '/subscription',
  payment_failed: () => '/subscription',
  plan_changed: () => '/subscription',
  refunded: () => '/subscription',
  learning_tips: () => '/dashboard',
  reminder: (_, { path = '/dashboard' }) => path,
  last_reminder: (_, { path = '/dashboard' }) => path,
  withdrawal_receipt: () => '/subscription',
  withdrawal_notice: () => '/support',
  account_deleted: () => '/login',
  account_restored: () => '/subscription',
  organization_invitation: (token) => `/join#${token}`,
  join_set_pin: (token) => `/join#pin.${token}`,
  own_plan_ends: () => '/subscription',
  contract_ending: () => '/team/plan',
  contract_ended: () => '/team/plan',
  contract_payment_returned: () => '/team/plan',
  seat_ended: () => '/plans',
  assignment_due: (_, { path = '/dashboard' }) => path,
  overdue_digest: () => '/team/groups',
  organization_link: (token, { organizationId = '' }) =>
    `/sso/${encodeURIComponent(organizationId)}/confirm#${encodeURIComponent(token)}`,
  organization_linked: () => '/profile',
  domain_failing: () => '/team/sign-in',
  team_changed: () => '/team/settings',
  events_paused: () => '/team/events',
  domain_lost: () => '/team/sign-in',
  support_answer: () => '/support',
  support_apology: () => '/support',
  support_money: () => '/subscription',
  staff_deadline: (_, { path = '/desk/inbox' }) => path,
  staff_dispute: (_, { path = '/desk/money' }) => path,
  staff_refund_returned: (_, { path = '/desk/money' }) => path,
  staff_recovery_issued: () => '/desk/staff',
  staff_recovery_used: () => '/desk/staff',
  staff_digest: (_, { path = '/desk/inbox' }) => path,
}

const stopWordsOf = {
  marketing: 'unsubscribe',
  reminders: 'stopReminders',
  invitations: 'stopInvitations',
} as const satisfies Record<StopSubject, string>

/** What staff wrote: a blank line begins a paragraph. */
const splitAnswer = ({ answer = '' }: Record<string, string>): string[] =>
  answer.split(/\r?\n[ \t]*\r?\n/).map((paragraph) => fillText('{{paragraph}}', { paragraph: paragraph.trim() }))

/** Throws when the text needs a missing value. */
export function renderMail(
  config: Pick<Config, 'brand' | 'publicUrl'>,
  { template, language, values, link, unsubscribeUrl = null }: WantedMail,
): Pick<OutgoingMail, 'subject' | 'text' | 'html'> {
  const { layout, mails, language: written } = mailTexts(language)
  const mail = mails[template]
  const { name: brand, company, supportEmail } = config.brand
  const known = { ...values, brand, company, supportEmail, minutes: String(link.minutes) }
  const plain = (text: string) => fillText(text, known)
  const stopWords = layout[stopWordsOf[stopSubjectOf(template) ?? 'marketing']]
  const paragraphs = mail.paragraphs
    .flatMap((paragraph) => (paragraph === '{{answer}}' ? splitAnswer(values) : [plain(paragraph)]))
    .filter((paragraph) => paragraph !== '')
  const url = `${config.publicUrl}${linkPaths[template](link.token ?? '', values)}`

  const text = [
    plain(mail.heading),
    ...paragraphs,
    `${plain(mail.action)}:\n${url}`,
    ...mail.notes.map(plain),
    `--\n${plain(layout.footer)}`,
    ...(unsubscribeUrl === null ? [] : [`${plain(stopWords)}:\n${unsubscribeUrl}`]),
  ].join('\n\n')
  const { bcp47 } = languageDetails[textLanguageOf(written)]
  const safe = (words: string) => escapeHtml(plain(words))
  const html = layOutMail({
    language: bcp47,
    brand: escapeHtml(brand),
    home: escapeHtml(config.publicUrl + welcomePath(null, bcp47)),
    heading: safe(mail.heading),
    paragraphs: paragraphs.map(escapeHtml),
    action: { words: safe(mail.action), url: escapeHtml(url) },
    notes: mail.notes.map(safe),
    address: safe(layout.address),
    footer: safe(layout.footer),
    stop: unsubscribeUrl === null ? null : { words: safe(stopWords), url: escapeHtml(unsubscribeUrl) },
  })
  return { subject: plain(mail.subject), text: `${text}\n`, html }
}
