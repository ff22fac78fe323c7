import { languageDetails, textLanguageOf } from '@kitewise/rules/language'
import { fillText } from './fill-text.ts'
import { mailTexts } from './mail-template.ts'

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
