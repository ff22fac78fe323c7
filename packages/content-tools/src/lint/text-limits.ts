/** The longest text of a key, in the blocks that have one. Authors read it in the check, translators in the notes. */
export type TextLimit = { blocks: readonly string[]; keys: RegExp; most: number; unit: 'words' | 'characters' }

/** Words of a fact, so that it stays one card. */
export const longestFact = 70
/** Words of an answer piece, so that learners read the whole answer. */
export const longestPiece = 25
/** Words of what a course is not, so that it fits its card. */
export const longestNotThis = 30
/** Characters of an alternative text. */
export const longestAlt = 120

/** By kind of block: the texts of exercises, which must fit a phone. */
export const exerciseLimits: readonly TextLimit[] = [
  { blocks: ['reveal'], keys: /^[a-c]$/, most: 70, unit: 'characters' },
  { blocks: ['reveal'], keys: /^reveal$/, most: 45, unit: 'words' },
  { blocks: ['sort'], keys: /^[a-z]$/, most: 80, unit: 'characters' },
  { blocks: ['sort'], keys: /\.why$/, most: 20, unit: 'words' },
  { blocks: ['blanks'], keys: /^\w+\.[a-d]$/, most: 60, unit: 'characters' },
  { blocks: ['blanks'], keys: /\.why$/, most: 25, unit: 'words' },
  { blocks: ['flaw'], keys: /^why$/, most: 35, unit: 'words' },
  { blocks: ['flaw'], keys: /\.why$/, most: 20, unit: 'words' },
  { blocks: ['flaw'], keys: /^[a-e]$/, most: 30, unit: 'words' },
  { blocks: ['better'], keys: /^[ab]$/, most: 45, unit: 'words' },
  { blocks: ['better'], keys: /^r\d$/, most: 12, unit: 'words' },
  { blocks: ['better'], keys: /^why$/, most: 35, unit: 'words' },
]
