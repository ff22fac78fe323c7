/** What can be wrong, and the heading in `docs/troubleshooting.md` that explains it. */
export const headings = {
  settings: 'Settings are refused',
  'unknown-setting': 'A setting has no effect, or should be changed',
  node: 'Node is too old',
  content: 'Content has a mistake',
  'web-app': 'The web app is not built',
  disk: 'The disk is almost full',
  'public-url': 'PUBLIC_URL and passkeys',
  'pin-pepper': 'PINs were made with another PIN_PEPPER',
  database: 'The database does not answer',
  'database-version': 'PostgreSQL is too old',
  'database-rights': 'The database user lacks rights',
  migrations: 'The schema is not that of this release',
  connections: 'Too few database connections',
  clock: 'A clock is wrong',
  'mail-waiting': 'Emails wait',
  jobs: 'Jobs were given up',
  mail: 'The mail server refuses',
  payments: 'The payment provider refuses',
  prices: 'Prices differ from the plans',
  seats: 'Seats can not be sold',
  webhook: 'The webhook endpoint is missing or incomplete',
  tax: 'Tax is not set up at the provider',
  model: 'The model does not work',
  oidc: 'The identity provider does not answer',
  'no-backup': 'Nothing is backed up',
  'backup-old': 'The newest backup is old',
  'backup-small': 'The newest backup is much smaller',
} as const

export type FindingId = keyof typeof headings

/** `error`: something doesn't work or data is at risk. `warning`: it will, or it can't be told. */
export type Finding = { id: FindingId; level: 'error' | 'warning'; problem: string; remedy: string }

/** One part of the installation. `facts` say what was looked at and found good. */
export type Section = { name: string; facts: string[]; findings: Finding[] }

export function problem(id: FindingId, text: string, remedy: string): Finding {
  return { id, level: 'error', problem: text, remedy }
}

export function warning(id: FindingId, text: string, remedy: string): Finding {
  return { id, level: 'warning', problem: text, remedy }
}

/** As GitHub makes the anchor of a heading. */
export function linkTo(id: FindingId): string {
  const anchor = headings[id]
    .toLowerCase()
    .replaceAll(/[^\w\- ]/g, '')
    .replaceAll(' ', '-')
  return `docs/troubleshooting.md#${anchor}`
}

/** 0: nothing found. 1: warnings only. 2: errors. */
export function exitCodeOf(sections: readonly Section[]): 0 | 1 | 2 {
  const levels = sections.flatMap(({ findings }) => findings.map(({ level }) => level))
  if (levels.includes('error')) return 2
  return levels.length > 0 ? 1 : 0
}

export function formatReport(sections: readonly Section[]): string {
  return sections
    .flatMap(({ name, facts, findings }) => [
      `${name}${facts.length > 0 ? `: ${facts.join(', ')}` : ''}`,
      ...findings.flatMap(({ id, level, problem: text, remedy }) => [
        `  ${level}: ${text}`,
        `    ${remedy}`,
        `    ${linkTo(id)}`,
      ]),
    ])
    .join('\n')
}

/** An error's message for a finding: one line, without a stack. */
export function reasonOf(error: unknown): string {
  const text = error instanceof Error ? error.message || error.name : String(error)
  return (text.split('\n')[0] ?? '').replace(/\.$/, '')
}
