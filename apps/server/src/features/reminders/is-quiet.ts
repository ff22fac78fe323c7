/** Whether reminders have stopped by themselves and nothing was learned since. Days are YYYY-MM-DD, as the learner's calendar had them. */
export const isQuiet = (quietDay: string | null, lastLearnedDay: string | null): boolean =>
  quietDay !== null && (lastLearnedDay === null || lastLearnedDay < quietDay)
