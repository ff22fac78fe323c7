import { storedValue } from '../stored-value.ts'

/** A language chosen by a signed-in learner that the server has not taken yet; it outranks the profile's until it has. */
export const unsavedLanguage = storedValue('user_language_unsaved')
