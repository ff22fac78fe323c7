import { mayBeWithin } from '@kitewise/contract/typed/signs'
import * as textLimits from '@kitewise/contract/typed/text-limits'

/** The name on a certificate, in any script (docs/product.md R80). The server also checks its fonts for glyphs. */

export type CertificateNameProblem = 'missing' | 'tooLong' | 'unprintable'

/** Controls, format characters (bidi, zero-width), lone surrogates, private use, unassigned code points. */
const unprintable = /[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Cn}\p{Zl}\p{Zp}]/u
const letter = /[\p{L}\p{N}]/u

/** No script stacks this many marks on a letter; they would cover the lines above and below. */
const towerOfMarks = /\p{M}{5}/u

/** Some keyboards add them, and few fonts support them. */
const variationSelectors = /[\uFE00-\uFE0F\u{E0100}-\u{E01EF}]/gu

/** The stored form: NFC, trimmed, single spaces. */
export function tidyCertificateName(name: string): string {
  return name
    .normalize('NFC')
    .replaceAll(variationSelectors, '')
    .trim()
    .replaceAll(/\p{Zs}+/gu, ' ')
}

export function findNameProblem(name: string): CertificateNameProblem | null {
  const tidy = tidyCertificateName(name)
  if (tidy === '') return 'missing'
  if (unprintable.test(tidy) || towerOfMarks.test(tidy) || !letter.test(tidy)) return 'unprintable'
  return mayBeWithin(tidy, textLimits.certificateName) ? null : 'tooLong'
}
