import { randomInt } from 'node:crypto'
import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import type { Config } from '../../../config.ts'
import type { Context } from '../../../context.ts'
import type { Tx } from '../../../database/connect.ts'
import { ok, refuse, type Result } from '../../../platform/result.ts'
import {
  abandonPosition,
  type BadgePosition,
  findNewestList,
  listRevokedPositions,
  takePosition,
} from './badge-positions.sql.ts'
import { badgeIssuerUrl, signCredential } from './sign-credential.ts'

/** W3C Bitstring Status List 1.0: the smallest size, so that a badge hides among at least this many. */
const entries = 131_072

/** How long verifiers may keep a list, as `ttl` and in Cache-Control. */
export const statusListSeconds = 300

/** Random positions to try before a list counts as full: more than one of 256 failures means that it's half full. */
const tries = 8

/** Gives a certificate's badge a new random position, which revokes the badge it had. */
export async function placeBadge(tx: Tx, certificateId: string): Promise<void> {
  await abandonPosition(tx, certificateId)
  let list = await findNewestList(tx)
  for (let tried = 1; !(await takePosition(tx, { list, position: randomInt(entries) }, certificateId)); tried += 1) {
    if (tried % tries === 0) list += 1
  }
}

/** What a verifier of a badge needs to find its position. */
export function statusEntry({ publicUrl }: Pick<Config, 'publicUrl'>, { list, position }: BadgePosition) {
  const url = `${publicUrl}${statusListPath}/${list}`
  return {
    id: `${url}#${position}`,
    type: 'BitstringStatusListEntry',
    statusPurpose: 'revocation',
    statusListIndex: String(position),
    statusListCredential: url,
  }
}

/** A list as a signed credential. It's there for ever, whoever was erased. */
export async function getStatusList(context: Context, wanted: string): Promise<Result<string>> {
  const list = /^[1-9]\d{0,5}$/.test(wanted) ? Number(wanted) : 0
  if (list < 1 || list > (await findNewestList(context.db))) return refuse('not_found')
  const url = `${context.config.publicUrl}${statusListPath}/${list}`
  const credential = {
    '@context': ['https://www.w3.org/ns/credentials/v2'],
    id: url,
    type: ['VerifiableCredential', 'BitstringStatusListCredential'],
    issuer: { id: badgeIssuerUrl(context.config) },
    validFrom: `${context.clock().toISOString().slice(0, -5)}Z`,
    credentialSubject: {
      id: `${url}#list`,
      type: 'BitstringStatusList',
      statusPurpose: 'revocation',
      encodedList: await encodePositions(await listRevokedPositions(context.db, list)),
      ttl: statusListSeconds * 1000,
    },
  }
  return ok(await signCredential(context, 'status', credential))
}

const zip = promisify(gzip)

/** Position 0 is the most significant bit of the first byte; `u` says base64url (multibase). */
const encodePositions = async (positions: readonly number[]): Promise<string> => {
  const bits = Buffer.alloc(entries / 8)
  for (const position of positions) {
    const byte = position >> 3
    bits[byte] = (bits[byte] ?? 0) | (0x80 >> (position & 7))
  }
  return `u${(await zip(bits)).toString('base64url')}`
}

export const statusListPath = '/api/badges/status'
