import type { Context } from '../../../context.ts'
import { ok, refuse, type Result } from '../../../platform/result.ts'
import { badgeKeyUrl } from './badge-urls.ts'
import { listPublicKeys, type PublicJwk } from './key-queries.ts'

export type PublishedKey = PublicJwk & { kid: string; alg: 'RS256'; use: 'sig' }

/** Every public key that ever signed a badge, newest first: a JSON Web Key Set. */
export const publishKeys = async ({ db, config }: Context): Promise<{ keys: PublishedKey[] }> => {
  const keys = await listPublicKeys(db)
  return {
    keys: keys.map(({ id, publicJwk }) => ({ ...publicJwk, kid: badgeKeyUrl(config, id), alg: 'RS256', use: 'sig' })),
  }
}

/** One of them: what the `kid` of a badge leads to. Refuses with `not_found`. */
export const publishKey = async (context: Context, keyId: string): Promise<Result<PublishedKey>> => {
  const kid = badgeKeyUrl(context.config, keyId)
  const key = (await publishKeys(context)).keys.find((known) => known.kid === kid)
  return key ? ok(key) : refuse('not_found')
}
