import { writeFile } from 'node:fs/promises'
import { settingNames } from '../../environment.ts'
import { release } from '../../release.ts'
import { linkTo, type Section } from './report.ts'

type Variables = Readonly<Record<string, string | undefined>>

const secretName = /SECRET|KEY|PEPPER|PASS|TOKEN|CREDENTIAL|AUTH|DSN|HEADERS/i

/**
 * Writes the report and the settings as JSON, for someone else's eyes: without secrets, addresses of people and rows.
 * @param variables the whole environment, whose secrets must not be in the file
 */
export async function writeSupportBundle(
  file: string,
  sections: readonly Section[],
  variables: Variables,
): Promise<void> {
  const settings = Object.fromEntries(
    settingNames.flatMap((name) => {
      const value = variables[name]
      return value ? [[name, describeSetting(name, value)]] : []
    }),
  )
  const bundle = {
    createdAt: new Date().toISOString(),
    release,
    node: process.versions.node,
    platform: `${process.platform} ${process.arch}`,
    settings,
    sections: sections.map(({ name, facts, findings }) => ({
      name,
      facts,
      findings: findings.map((finding) => ({ ...finding, link: linkTo(finding.id) })),
    })),
  }
  await writeFile(file, `${removeSecrets(JSON.stringify(bundle, null, 2), variables)}\n`, { mode: 0o600 })
}

const describeSetting = (name: string, value: string): string => {
  if (secretName.test(name)) return `set, ${value.length} characters`
  return value.replaceAll(/[a-z][\w+.-]*:\/\/[^\s,"]+/gi, withoutCredentials)
}

/** User, password and query of an address may be secret. */
const withoutCredentials = (text: string): string => {
  if (!URL.canParse(text)) return '(an address)'
  const url = new URL(text)
  const query = url.search === '' ? '' : '?…'
  return `${url.protocol}//${url.username === '' ? '' : '…@'}${url.host}${url.pathname}${query}`
}

/** Shorter values would remove ordinary words. */
const leastSecret = 6

/** Replaces every secret of the environment wherever it is, such as in an error's message. */
export function removeSecrets(text: string, variables: Variables): string {
  const secrets = Object.entries(variables).flatMap(([name, value]) =>
    value === undefined ? [] : secretName.test(name) ? [value, ...value.split(',')] : secretsInAddresses(value),
  )
  const forms = secrets.flatMap((secret) => [secret, JSON.stringify(secret).slice(1, -1), encodeURIComponent(secret)])
  return [...new Set(forms)]
    .filter((secret) => secret.length >= leastSecret)
    .sort((a, b) => b.length - a.length)
    .reduce((left, secret) => left.replaceAll(secret, '(removed)'), text)
}

const secretsInAddresses = (value: string): string[] => {
  if (!URL.canParse(value)) return []
  const { password, username, searchParams } = new URL(value)
  const parts = [
    password,
    username,
    ...[...searchParams].flatMap(([name, given]) => (secretName.test(name) ? [given] : [])),
  ]
  return parts.flatMap((part) => [part, decode(part)])
}

const decode = (text: string): string => {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
