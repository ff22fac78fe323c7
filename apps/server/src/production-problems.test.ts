import { randomBytes, randomInt, randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { estimateSecretBits, leastSecretBits, productionWarnings } from './production-problems.ts'

describe('rejects a typed secret as too easy to guess', () => {
  it.each([
    's'.repeat(32),
    's'.repeat(400),
    'ab'.repeat(16),
    'abc123'.repeat(6),
    'qwertyuiopasdfghjklzxcvbnm123456',
    'poiuytrewqlkjhgfdsamnbvcxz654321',
    '1qaz2wsx3edc4rfv5tgb6yhn7ujm8ik,',
    '12345678901234567890123456789012',
    '0123456789abcdef0123456789abcdef',
    'DEADBEEFDEADBEEFDEADBEEFDEADBEEF',
    'passwordpasswordpasswordpassword',
    'p@ssw0rd-s3cr3t-k3y-f0r-pr0duct10n',
    'Tr0ub4dor&3Tr0ub4dor&3Tr0ub4dor&3',
    'please-change-this-secret-before-production',
    'my-super-secret-session-key-2026!',
    'SessionSecretForKitewiseProduction2026',
    'das-ist-ein-sehr-geheimes-kennwort-2026',
    'correct horse battery staple and four more words',
  ])('%s', (secret) => {
    expect(estimateSecretBits(secret)).toBeLessThan(leastSecretBits)
  })
})

describe('accepts a generated secret', () => {
  it.each<[string, () => string]>([
    ['openssl rand -base64 32', () => randomBytes(32).toString('base64')],
    ['openssl rand -hex 16', () => randomBytes(16).toString('hex')],
    ['openssl rand -hex 32', () => randomBytes(32).toString('hex')],
    ['a UUID', () => randomUUID()],
    ['40 random digits', () => Array.from({ length: 40 }, () => randomInt(10)).join('')],
  ])('%s', (_name, make) => {
    const weakest = Math.min(...Array.from({ length: 200 }, () => estimateSecretBits(make())))
    expect(weakest).toBeGreaterThan(leastSecretBits)
  })
})

describe('production warns of a database on another machine without encryption', () => {
  const settings = {
    NODE_ENV: 'production',
    SESSION_SECRET: '',
    PIN_PEPPER: '',
    DEMO_ACCOUNTS: 'no',
    ALLOW_DEMO_ACCOUNTS_IN_PRODUCTION: 'no',
    ALLOW_SAMPLE_SECRETS_IN_PRODUCTION: 'no',
    ALLOW_HTTP_PUBLIC_URL_IN_PRODUCTION: 'no',
    ALLOW_TEST_PAYMENTS_IN_PRODUCTION: 'no',
    ALLOW_PLAIN_PROVIDERS_IN_PRODUCTION: 'no',
  } as const

  it.each([
    ['postgres://u:p@db.example/kitewise', 1],
    ['postgres://u:p@10.0.0.7:5432/kitewise?sslmode=prefer', 1],
    ['postgres://u:p@db.example/kitewise?sslmode=verify-full', 0],
    ['postgres://u:p@127.0.0.1/kitewise', 0],
    ['postgres://u:p@localhost/kitewise', 0],
    ['postgres://u:p@[::1]/kitewise', 0],
    ['postgres:///kitewise?host=/run/postgresql', 0],
  ])('%s: %i', (url, count) => {
    const warnings = productionWarnings({ ...settings, DATABASE_URL: url })
    expect(warnings).toHaveLength(count)
    expect(warnings.join('')).not.toContain(':p@')
  })
})
