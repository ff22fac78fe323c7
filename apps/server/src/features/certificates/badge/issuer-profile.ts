import type { Config } from '../../../config.ts'
import { issuerUrl } from './badge-urls.ts'

/** The company as Open Badges 3.0 describes an issuer; the part of it that a credential holds. */
export const issuerProfile = (config: Pick<Config, 'publicUrl' | 'brand'>) => ({
  id: issuerUrl(config),
  type: ['Profile'],
  name: config.brand.company,
  url: config.publicUrl,
})

/** The whole profile, as a document of its own. */
export const issuerDocument = (config: Pick<Config, 'publicUrl' | 'brand'>) => ({
  '@context': credentialContexts,
  ...issuerProfile(config),
  description: config.brand.name,
  email: config.brand.supportEmail,
})

/** Verifiable Credentials 2.0, and Open Badges 3.0 on top of them. */
export const credentialContexts = [
  'https://www.w3.org/ns/credentials/v2',
  'https://purl.imsglobal.org/spec/ob/v3p0/context-3.0.3.json',
]
