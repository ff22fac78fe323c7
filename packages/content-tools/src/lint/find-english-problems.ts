/** What is wrong with a text, and how to put it right. */
export type TextProblem = { what: string; fix: string }

const straightQuote = /["']/
/** An apostrophe or quotation mark in code stays straight. */
const withoutCode = (text: string) => text.replace(/`[^`]*`/g, '')

/** Spellings, words and phrases that our English does not use, and what it says. */
const replacements: [RegExp, string][] = [
  [
    /\b(?:colour|neighbour|favour|behavior|honour|labour|flavour|rumour|humour)(?:s|ed|ing|hood|ite|able)?\b/i,
    'US spelling: color, neighbor',
  ],
  [
    /\b(?:organi|recogni|apologi|summari|reali|speciali|minimi|memori|prioriti)s(?:e|es|ed|ing|ation|ations)\b/i,
    'US spelling: organize',
  ],
  [/\b(?:practis|analys)(?:e|es|ed|ing)\b/i, 'US spelling: practice, analyze'],
  [
    /\b(?:centre|theatre|metre|litre|cheque|programme|catalogue|grey|licence|travelling|travelled|cancelled|cancelling|jewellery|tyre|kerb|cosy)s?\b/i,
    'US spelling: center, canceled',
  ],
  [/\b(?:sceptic|sceptics|sceptical|towards)\b/i, 'US spelling: skeptical, toward'],
  [/\b(?:e-)?(?:mails?|mailed)\b(?! (?:carrier|order|box|slot))/i, '“email”'],
  [/\b(?:whilst|amongst|whoever|somebody)\b/i, 'a plainer word: while, among, someone'],
  [
    /\b(?:we hope you,|what sits|look into your|(?:was|were) it not you|it was not you|where you stopped)/i,
    'it plainly',
  ],
]

/** A straight quote or apostrophe outside code, in any language. */
export function findStraightQuotes(text: string): TextProblem[] {
  const [straight] = straightQuote.exec(withoutCode(text)) ?? []
  return straight ? [{ what: `has a straight ${straight}`, fix: 'Use ’ and the curly quotes of the language' }] : []
}

/** British spellings, and words and phrases that we don't use. */
export function findEnglishProblems(text: string): TextProblem[] {
  const prose = withoutCode(text)
  return replacements.flatMap(([pattern, fix]) => {
    const [found] = pattern.exec(prose) ?? []
    return found ? [{ what: `says “${found.trim()}”`, fix: `Write ${fix}` }] : []
  })
}
