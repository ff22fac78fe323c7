import { createECDH } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { makeConfig } from '../../config.ts'

const secret = 'a session secret of more than 32 characters'
const read = (variables: Record<string, string>) => makeConfig({ SESSION_SECRET: secret, ...variables }, '/nowhere')
const push = (variables: Record<string, string> = {}) => {
  const made = read(variables)
  if ('problems' in made) throw new Error(made.problems.join('\n'))
  return made.config.push
}
const problems = (variables: Record<string, string>) => {
  const made = read(variables)
  return 'problems' in made ? made.problems : []
}

describe('web push key', () => {
  it('is derived from the session secret, and differs for another secret', () => {
    expect(push()).toEqual(push())
    expect(push().publicKey).not.toBe(push({ SESSION_SECRET: `${secret}!` }).publicKey)
    expect(Buffer.from(push().publicKey, 'base64url')).toHaveLength(65)
    expect(Buffer.from(push().privateKey, 'base64url')).toHaveLength(32)
  })

  it('is the configured key, with its public half', () => {
    const pair = createECDH('prime256v1')
    pair.generateKeys()
    // The library returns a shorter key when it starts with zeros.
    const privateKey = Buffer.concat([Buffer.alloc(32), pair.getPrivateKey()])
      .subarray(-32)
      .toString('base64url')
    expect(push({ VAPID_PRIVATE_KEY: privateKey })).toMatchObject({
      privateKey,
      publicKey: pair.getPublicKey('base64url'),
    })
  })

  it.each(['short', 'A'.repeat(43), '_'.repeat(43), `${'a'.repeat(42)}+`])('cannot be %s', (key) => {
    expect(problems({ VAPID_PRIVATE_KEY: key })).toEqual([expect.stringMatching(/^VAPID_PRIVATE_KEY: /)])
  })
})

describe('push services', () => {
  it('default to the four that browsers use', () => {
    expect(push().services).toHaveLength(4)
    expect(push({ PUSH_SERVICES: 'http://127.0.0.1:4000, https://*.push.example' }).services).toEqual([
      'http://127.0.0.1:4000',
      'https://*.push.example',
    ])
  })

  it.each(['everything', 'https://push.example/path', '*'])('cannot be %s', (services) => {
    expect(problems({ PUSH_SERVICES: services })).toEqual([expect.stringMatching(/^PUSH_SERVICES: /)])
  })

  it('require https in production', () => {
    const found = problems({ NODE_ENV: 'production', PUSH_SERVICES: 'http://127.0.0.1:4000' })
    expect(found).toContainEqual(expect.stringMatching(/^PUSH_SERVICES: /))
  })
})
