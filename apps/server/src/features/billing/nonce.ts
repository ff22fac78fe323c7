import { createHash, randomBytes } from 'node:crypto'

/** 128 random bits that prove a browser began a checkout. */
export const newNonce = (): string => randomBytes(16).toString('base64url')

/** What is stored of a nonce. */
export const hashNonce = (nonce: string): Buffer => createHash('sha256').update(nonce).digest()
