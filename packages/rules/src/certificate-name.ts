/**
 * The name on a certificate: any script, 1 to 80 characters, nothing that hides or turns text around. Whether there is a glyph for each
 * character is for the server to say, which has the fonts.
 */

/** Counted in code points. */
export const certificateNameLength = 80

export type CertificateNameProblem = 'missing' | 'tooLong' | 'unprintable'

/** Controls, format characters (bidi overrides, zero-width signs), lone surrogates, private use and what Unicode has not given a meaning. */
const unprintable = /[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Cn}\p{Zl}\p{Zp}]/u
/** A name has at least one letter or digit of some script. */
const letter = /[\p{L}\p{N}]/u

/** More marks on one letter than any script writes: they would be drawn over the lines above and below. */
const towerOfMarks = /\p{M}{5}/u

/** Which of two drawings of one character is meant: some keyboards add them, and few fonts know both drawings. */
const variationSelectors = /[\uFE00-\uFE0F\u{E0100}-\u{E01EF}]/gu

/** The name as it is kept: composed (NFC), without blanks around, with single blanks inside. */
export const tidyCertificateName = (name: string): string =>
  name
    .normalize('NFC')
    .replaceAll(variationSelectors, '')
    .trim()
    .replaceAll(/\p{Zs}+/gu, ' ')

/** What keeps a name from being printed, or null. Looks at the tidied name. */
export const findNameProblem = (name: string): CertificateNameProblem | null => {
  const tidy = tidyCertificateName(name)
  if (tidy === '') return 'missing'
  if (unprintable.test(tidy) || towerOfMarks.test(tidy) || !letter.test(tidy)) return 'unprintable'
  return Array.from(tidy).length > certificateNameLength ? 'tooLong' : null
}
