import type { KeyObject } from 'node:crypto'
import { createSigner } from 'fast-jwt'
import type { Credential } from './make-credential.ts'

/**
 * The credential in the JSON Web Token proof format of Open Badges 3.0, section 8.2: the payload is the credential with the claims that repeat
 * its ids and date, the header names the public key by its address.
 */
export const signCredential = (credential: Credential, key: { privateKey: KeyObject; url: string }): string => {
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
