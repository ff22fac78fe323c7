import type { lookup } from 'node:dns'
import { describe, expect, it } from 'vitest'
import { isPublicIp, isPublicUrl, makePublicFetch } from './fetch-public.ts'

describe('a public address', () => {
  it.each(['8.8.8.8', '93.184.216.34', '2606:4700::1111'])('can be %s', (address) => {
    expect(isPublicIp(address)).toBe(true)
  })

  it.each([
    '0.0.0.0',
    '10.0.0.1',
    '100.64.0.1',
    '127.0.0.1',
    '169.254.169.254',
    '172.31.255.255',
    '192.168.1.1',
    '198.18.0.1',
    '224.0.0.1',
    '255.255.255.255',
    '::',
    '::1',
    '::ffff:8.8.8.8',
    '64:ff9b::a00:1',
    '2001:db8::1',
    '2002:a00:1::',
    'fc00::1',
    'fe80::1',
    'ff02::1',
    'no address',
  ])('is not %s', (address) => {
    expect(isPublicIp(address)).toBe(false)
  })
})

const causeOf = async (...addresses: string[]) => {
  const resolved = addresses.map((address) => ({ address, family: 4 }))
  const find = (_name: string, _options: object, done: (error: null, found: typeof resolved) => void) =>
    done(null, resolved)
  // Only this of the overloads is used.
  const fetchPublic = makePublicFetch(false, find as unknown as typeof lookup)
  const failed = await fetchPublic('https://login.example.com/').catch((error: unknown) => error)
  expect(failed).toMatchObject({ name: 'TypeError', message: 'fetch failed' })
  return String((failed as Error).cause)
}

describe('a fetch of a public address', () => {
  it('needs https, a usual port and no credentials', () => {
    expect(isPublicUrl('https://login.example.com/x')).toBe(true)
    expect(isPublicUrl('https://login.example.com:8443/')).toBe(true)
    for (const url of ['http://login.example.com', 'https://login.example.com:25', 'https://a:b@login.example.com'])
      expect(isPublicUrl(url)).toBe(false)
  })

  it('refuses a name if one of its addresses is private, inside the connection', async () => {
    expect(await causeOf('93.184.216.34', '10.0.0.1')).toContain('no public address')
    expect(await causeOf()).toContain('no public address')
  })

  it('refuses a private address without a name', async () => {
    await expect(makePublicFetch(false)('https://127.0.0.1/')).rejects.toMatchObject({
      cause: new Error('the address is not public'),
    })
  })
})
