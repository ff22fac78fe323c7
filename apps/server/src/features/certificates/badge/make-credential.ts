import { languageDetails, textLanguageOf } from '@kitewise/rules/language'
import type { Config } from '../../../config.ts'
import { fillText } from '../../../platform/messages/mail-texts.ts'
import { certificateTexts } from '../certificate-texts.ts'
import { certificatePath, presentCertificate } from '../present.ts'
import type { StoredCertificate } from '../queries.ts'
import { credentialContexts, issuerProfile } from './issuer-profile.ts'

const credentialSchema = 'https://purl.imsglobal.org/spec/ob/v3p0/schema/json/ob_v3p0_achievementcredential_schema.json'

export type Credential = ReturnType<typeof makeCredential>

/**
 * A certificate as an Open Badges 3.0 credential, not signed yet. It says no more about the learner than the public page does: the
 * name, the course and when.
 */
export const makeCredential = (certificate: StoredCertificate, config: Pick<Config, 'publicUrl' | 'brand'>) => {
  const { publicUrl } = config
  const { id, courseId, name, courseName, issuedAt } = certificate
  const texts = certificateTexts(certificate.language)
  return {
    '@context': credentialContexts,
    id: `${publicUrl}${presentCertificate(certificate).badgeUrl}`,
    type: ['VerifiableCredential', 'OpenBadgeCredential'],
    issuer: issuerProfile(config),
    validFrom: issuedAt.toISOString().replace('.000', ''),
    credentialSchema: [{ id: credentialSchema, type: '1EdTechJsonSchemaValidator2019' }],
    name: courseName,
    credentialSubject: {
      id: `${publicUrl}${certificatePath(id)}#learner`,
      type: ['AchievementSubject'],
      identifier: [{ type: 'IdentityObject', hashed: false, identityHash: name, identityType: 'name' }],
      achievement: {
        id: `${publicUrl}/api/courses/${courseId}`,
        type: ['Achievement'],
        achievementType: 'CertificateOfCompletion',
        inLanguage: languageDetails[textLanguageOf(texts.language)].bcp47,
        name: courseName,
        description: fillText(texts.achievement, { course: courseName }),
        criteria: { narrative: texts.criteria },
      },
    },
  }
}
