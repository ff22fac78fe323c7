import { createSigner } from 'fast-jwt'
import type { Config } from '../../../config.ts'
import type { Context } from '../../../context.ts'
import type { KeyPurpose } from './badge-keys.sql.ts'
import { badgeKeyUrl, findSigningKey } from './signing-key.ts'

type Credential = { id: string; issuer: { id: string }; validFrom: string; credentialSubject: { id: string } }

/** Open Badges 3.0, section 8.2: the payload is the credential plus claims that repeat its ids and date. */
export async function signCredential(context: Context, purpose: KeyPurpose, credential: Credential): Promise<string> {
  const { id, privateKey } = await findSigningKey(context, purpose)
  const sign = createSigner({
    key: privateKey.export({ format: 'pem', type: 'pkcs8' }),
    algorithm: 'RS256',
    kid: badgeKeyUrl(context.config, id),
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

export const issuerPath = '/api/badges/issuer'

export function badgeIssuerUrl({ publicUrl }: Pick<Config, 'publicUrl'>): string {
  return `${publicUrl}${issuerPath}`
}
