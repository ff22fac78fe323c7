import { createECDH, hkdfSync } from 'node:crypto'

export type PushConfig = {
  /** The VAPID key pair (RFC 8292), base64url. */
  publicKey: string
  privateKey: string
  /** The contact that push services may write to. */
  contact: string
  /** Origins of push services; `https://*.name` matches every subdomain. */
  services: string[]
}

type Settings = {
  NODE_ENV: string
  SESSION_SECRET: string
  SUPPORT_EMAIL: string
  VAPID_PRIVATE_KEY?: string | undefined
  PUSH_SERVICES: string
}

/** Of Chrome, Edge and Opera; Firefox; Safari; and Edge on Windows. */
export const knownPushServices =
  'https://fcm.googleapis.com,https://*.push.services.mozilla.com,https://*.push.apple.com,https://*.notify.windows.com'

/** The order of P-256, from FIPS 186-5: a private key is at least 1 and below it. */
const order = 0xffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551n
const origin = /^https?:\/\/(\*\.)?[a-z0-9.-]+(:\d{1,5})?$/

const servicesOf = (env: Settings): string[] => env.PUSH_SERVICES.split(',').map((service) => service.trim())

const scalarOf = (key: string): bigint => BigInt(`0x${Buffer.from(key, 'base64url').toString('hex') || '0'}`)

export function pushProblems(env: Settings): string[] {
  const { VAPID_PRIVATE_KEY: key } = env
  const problems: string[] = []
  const isKey = key === undefined || (/^[A-Za-z0-9_-]{43}$/.test(key) && scalarOf(key) > 0n && scalarOf(key) < order)
  if (!isKey) problems.push('VAPID_PRIVATE_KEY: must be a private key as npx web-push generate-vapid-keys prints it')
  const isSafe = (service: string) =>
    origin.test(service) && (env.NODE_ENV !== 'production' || service.startsWith('https://'))
  if (!servicesOf(env).every(isSafe))
    problems.push('PUSH_SERVICES: must be origins like https://push.example, with commas between, in production https')
  return problems
}

/** Without a configured key, derives one from the session secret: the same for all instances and restarts. */
export function pushOf(env: Settings): PushConfig {
  const privateKey = env.VAPID_PRIVATE_KEY ?? keyFrom(env.SESSION_SECRET)
  const pair = createECDH('prime256v1')
  pair.setPrivateKey(Buffer.from(privateKey, 'base64url'))
  return {
    publicKey: pair.getPublicKey('base64url'),
    privateKey,
    contact: `mailto:${env.SUPPORT_EMAIL}`,
    services: servicesOf(env),
  }
}

/** 48 bytes for a key of 32, against modulo bias. */
const keyFrom = (secret: string): string => {
  const bytes = Buffer.from(hkdfSync('sha256', secret, '', 'web push key', 48))
  const scalar = (BigInt(`0x${bytes.toString('hex')}`) % (order - 1n)) + 1n
  return Buffer.from(scalar.toString(16).padStart(64, '0'), 'hex').toString('base64url')
}
