import { readFileSync } from 'node:fs'
import { parseEnv } from 'node:util'
import { describe, expect, it } from 'vitest'
import { makeConfig } from './config.ts'

const problemsOf = (variables: Record<string, string>) => {
  const made = makeConfig(variables, '/srv')
  return 'problems' in made ? made.problems : []
}
const configOf = (variables: Record<string, string>) => {
  const made = makeConfig(variables, '/srv')
  if ('problems' in made) throw new Error(made.problems.join('\n'))
  return made.config
}
const safe = { NODE_ENV: 'production', SESSION_SECRET: 's'.repeat(32), PIN_PEPPER: 'p'.repeat(32) }

describe('the config', () => {
  it('needs no variable, and is then for one person on this machine', () => {
    expect(configOf({})).toMatchObject({
      production: false,
      host: '127.0.0.1',
      port: 3000,
      publicUrl: 'http://localhost:3000',
      database: { kind: 'embedded', folder: '/srv/.data', runAs: null },
      judge: { provider: 'embedded' },
      demoAccounts: true,
      trustedProxies: 0,
      contentFolder: '/srv/content',
    })
  })

  it('is the same with .env.example as with nothing', () => {
    const example = readFileSync(new URL('../../../.env.example', import.meta.url), 'utf8')
    expect(configOf(parseEnv(example) as Record<string, string>)).toEqual(configOf({}))
  })

  it('follows the port when .env.example is copied and PORT alone is set', () => {
    const example = readFileSync(new URL('../../../.env.example', import.meta.url), 'utf8')
    const variables = { ...(parseEnv(example) as Record<string, string>), PORT: '4000' }
    expect(configOf(variables).publicUrl).toBe('http://localhost:4000')
  })

  it('takes a database and a judge when they are named', () => {
    const config = configOf({
      DATABASE_URL: 'postgres://a:b@c/d',
      OPENAI_API_KEY: 'k',
      OPENAI_BASE_URL: 'http://ai.example/v1',
      OPENAI_DAILY_CALLS: '50',
    })
    expect(config.database).toEqual({ kind: 'url', url: 'postgres://a:b@c/d' })
    expect(config.judge).toEqual({
      provider: 'openai',
      apiKey: 'k',
      baseUrl: 'http://ai.example/v1',
      model: 'gpt-3.5-turbo',
      dailyCalls: 50,
    })
  })

  it('names every variable that is wrong, all at once', () => {
    const problems = problemsOf({
      PORT: '70000',
      DATABASE_URL: 'mysql://x',
      SESSION_SECRET: 'short',
      OPENAI_DAILY_CALLS: 'many',
      TRUSTED_PROXIES: 'two',
      LOGIN_NEW_DEVICE: 'mail',
      PUBLIC_URL: 'ftp://x',
    })
    const names = [
      'PORT',
      'PUBLIC_URL',
      'DATABASE_URL',
      'SESSION_SECRET',
      'LOGIN_NEW_DEVICE',
      'OPENAI_DAILY_CALLS',
      'TRUSTED_PROXIES',
    ]
    expect(problems.map((problem) => problem.split(':')[0])).toEqual(names)
    expect(problems.join()).toContain('mail needs outgoing mail')
  })
})

describe('production', () => {
  it('starts with secrets of its own, open to the network and without demo accounts', () => {
    expect(configOf(safe)).toMatchObject({ production: true, host: '0.0.0.0', demoAccounts: false })
  })

  it('refuses sample secrets and demo accounts', () => {
    const problems = problemsOf({ NODE_ENV: 'production', DEMO_ACCOUNTS: 'yes' })
    expect(problems.map((problem) => problem.split(':')[0])).toEqual(['DEMO_ACCOUNTS', 'SESSION_SECRET', 'PIN_PEPPER'])
  })

  it('starts unsafely only when a flag says so in so many words', () => {
    const flags = { ALLOW_DEMO_ACCOUNTS_IN_PRODUCTION: 'yes', ALLOW_SAMPLE_SECRETS_IN_PRODUCTION: 'yes' }
    expect(configOf({ NODE_ENV: 'production', DEMO_ACCOUNTS: 'yes', ...flags }).demoAccounts).toBe(true)
  })
})
