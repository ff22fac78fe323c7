import type { KeyObject } from 'node:crypto'
import { languageDetails, textLanguageOf } from '@kitewise/rules/language'
import { createSigner } from 'fast-jwt'
import type { Config } from '../../../config.ts'
import type { Context } from '../../../context.ts'
import { fillText } from '../../../platform/messages/mail-texts.ts'
import { ok, type Result } from '../../../platform/result.ts'
import { certificateTexts } from '../certificate-texts.ts'
import type { StoredCertificate } from '../certificates.sql.ts'
import { type CertificateFile, certificatePath, getCertificate, presentCertificate } from '../show-certificate.ts'
import { badgeKeyUrl, findSigningKey } from './signing-key.ts'

/** Open Badges 3.0 as a compact JWS (VC-JWT), signed on each request; the bytes are the same while the key is. */
export async function getCertificateBadge(context: Context, id: string): Promise<Result<CertificateFile>> {
  const found = await getCertificate(context, id)
  if (!found.ok) return found
  const key = await findSigningKey(context)
  const credential = makeCredential(found.value, context.config)
  const jws = signCredential(credential, { privateKey: key.privateKey, url: badgeKeyUrl(context.config, key.id) })
  return ok({ fileName: `certificate-${found.value.courseId}.jwt`, bytes: Buffer.from(jws) })
}

const credentialSchema = 'https://purl.imsglobal.org/spec/ob/v3p0/schema/json/ob_v3p0_achievementcredential_schema.json'

type Credential = ReturnType<typeof makeCredential>

/** Reveals no more than the public page: name, course and date. */
const makeCredential = (certificate: StoredCertificate, config: Pick<Config, 'publicUrl' | 'brand'>) => {
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

/** Open Badges 3.0, section 8.2: the payload is the credential plus claims that repeat its ids and date. */
const signCredential = (credential: Credential, key: { privateKey: KeyObject; url: string }): string => {
  const sign = createSigner({
    key: key.privateKey.export({ format: 'pem', type: 'pkcs8' }),
    algorithm: 'RS256',
    kid: key.url,
    noTimestamp: true,
  })
  return sign({
    ...credential,
    iss: credential.issuer.id,
    jti: credential.id,
    sub: credential.credentialSubject.id,
    nbf: Date.parse(credential.validFrom) / 1000,
  })
}

const issuerProfile = (config: Pick<Config, 'publicUrl' | 'brand'>) => ({
  id: issuerUrl(config),
  type: ['Profile'],
  name: config.brand.company,
  url: config.publicUrl,
})

export function issuerDocument(config: Pick<Config, 'publicUrl' | 'brand'>) {
  return {
    '@context': credentialContexts,
    ...issuerProfile(config),
    description: config.brand.name,
    email: config.brand.supportEmail,
  }
}

/** Verifiable Credentials 2.0, and Open Badges 3.0 on top of them. */
const credentialContexts = [
  'https://www.w3.org/ns/credentials/v2',
  'https://purl.imsglobal.org/spec/ob/v3p0/context-3.0.3.json',
]

export const issuerPath = '/api/badges/issuer'

const issuerUrl = ({ publicUrl }: Pick<Config, 'publicUrl'>): string => `${publicUrl}${issuerPath}`
