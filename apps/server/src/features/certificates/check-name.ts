import { findNameProblem, tidyCertificateName } from '@kitewise/rules/certificate-name'
import { ok, refuse, type Result } from '../../platform/result.ts'
import { findMissingCharacters } from './pdf/fonts.ts'

const codes = {
  missing: 'certificate_name_missing',
  tooLong: 'certificate_name_too_long',
  unprintable: 'certificate_name_unprintable',
} as const

/**
 * The name as it is kept, or why it cannot be printed. A name stays for good, so one with characters that no font of ours has is refused
 * now, with `details.characters`, instead of leaving gaps on the paper later.
 */
export const checkName = (given: string | undefined): Result<string> => {
  const problem = findNameProblem(given ?? '')
  if (problem !== null) return refuse(codes[problem])
  const name = tidyCertificateName(given ?? '')
  const characters = findMissingCharacters(name)
  return characters.length === 0 ? ok(name) : refuse('certificate_name_unprintable', { characters })
}
