import type { Context } from '../../context.ts'
import { deleteOldReminders } from './queries.ts'

/** Longer than the days that are counted until reminders stop. */
const keptDays = 60

export const purgeReminders = ({ db }: Context): Promise<void> => deleteOldReminders(db, keptDays)
