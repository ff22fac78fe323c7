import type { Refusal } from '../platform/result.ts'

/** Carries a refusal out of a place where Fastify expects a throw: hooks and parsers. */
export class RequestRefused extends Error {
  readonly refusal: Refusal

  constructor(refusal: Refusal) {
    super(refusal.code)
    this.refusal = refusal
  }
}
