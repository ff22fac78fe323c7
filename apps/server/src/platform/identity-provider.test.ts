import { describe, expect, it } from 'vitest'
import { discover, isSameIssuer } from './identity-provider.ts'

/** A provider that calls itself by a name. */
const providerCalled = (name: string) => (url: string) => {
  expect(new URL(url).pathname).toBe('/realms/kite/.well-known/openid-configuration')
  const endpoints = {
    authorization_endpoint: `${name}/auth`,
    token_endpoint: `${name}/token`,
    jwks_uri: `${name}/keys`,
  }
  return Promise.resolve(Response.json({ issuer: name, ...endpoints }))
}

const discovered = async (issuer: string, name: string) => {
  const found = await discover({ issuer, clientId: 'c', clientSecret: 's', fetch: providerCalled(name) })
  return found.serverMetadata().issuer
}

describe('an issuer', () => {
  const [plain, slashed] = ['https://idp.example/realms/kite', 'https://idp.example/realms/kite/'] as const

  it.each([
    [plain, plain],
    [plain, slashed],
    [slashed, plain],
    [slashed, slashed],
  ])('written as %s is the one that calls itself %s', async (issuer, name) => {
    expect(await discovered(issuer, name)).toBe(name)
    expect(isSameIssuer(issuer, name)).toBe(true)
  })

  it.each([
    'https://idp.example/realms/other',
    'https://other.example/realms/kite',
    'https://idp.example/realms/kite//x',
  ])('is not another one: %s', async (name) => {
    await expect(discovered(plain, name)).rejects.toMatchObject({ code: 'OAUTH_JSON_ATTRIBUTE_COMPARISON_FAILED' })
    expect(isSameIssuer(plain, name)).toBe(false)
  })
})
