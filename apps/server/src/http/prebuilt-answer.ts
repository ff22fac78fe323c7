import { createHash } from 'node:crypto'
import { brotliCompressSync, constants } from 'node:zlib'
import { endpoints, type EndpointName } from '@kitewise/contract/endpoints'
import type { Answer } from '@kitewise/contract/calls'

/** An answer made once and sent as it is, since serialising and compressing the catalogue costs more than finding it. */
export class PrebuiltAnswer {
  readonly identity: Buffer
  readonly brotli: Buffer
  /** Weak, since both encodings have the same one. */
  readonly etag: string

  constructor(json: string) {
    this.identity = Buffer.from(json)
    this.brotli = brotliCompressSync(this.identity, { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } })
    this.etag = `W/"${createHash('sha256').update(this.identity).digest('base64url').slice(0, 22)}"`
  }
}

/** Checks and strips an answer by the contract, once, and keeps its bytes. Throws when it differs from the contract. */
export const prebuildAnswer = <N extends EndpointName>(name: N, answer: Answer<N>): PrebuiltAnswer =>
  new PrebuiltAnswer(JSON.stringify(endpoints[name].answer.parse(answer)))
