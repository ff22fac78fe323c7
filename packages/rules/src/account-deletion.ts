/** How long a deleted account comes back by a sign-in (product spec, section 9). */
export const deletionGraceDays = 28

/** Words that confirm a deletion in every language; a translated prompt may name one of its own beside them. */
export const deletionWords: readonly string[] = ['GOODBYE', 'DELETE']
