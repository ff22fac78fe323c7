import type { Config } from '../../../config.ts'

type Place = Pick<Config, 'publicUrl'>

export const issuerPath = '/api/badges/issuer'
export const badgeKeysPath = '/api/badges/keys'

/** Where the issuer of badges describes itself: its id. */
export const issuerUrl = ({ publicUrl }: Place): string => `${publicUrl}${issuerPath}`

/** Where a public key is, as a JWK: its `kid`. */
export const badgeKeyUrl = ({ publicUrl }: Place, keyId: string): string => `${publicUrl}${badgeKeysPath}/${keyId}`
