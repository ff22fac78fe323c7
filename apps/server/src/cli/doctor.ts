import { resolve } from 'node:path'
import { makeConfig } from '../config.ts'
import { checkDatabase } from './doctor/check-database.ts'
import { checkInstallation, checkVersions } from './doctor/check-installation.ts'
import { checkServices } from './doctor/check-services.ts'
import { exitCodeOf, formatReport, problem, type Section, warning } from './doctor/report.ts'
import { removeSecrets, writeSupportBundle } from './doctor/support-bundle.ts'
import { loadVariables, say } from './settings.ts'

type Options = { json?: boolean; offline?: boolean; bundle?: string }

/** `kitewise doctor`. @returns the exit code: 0 nothing found, 1 warnings, 2 errors */
export async function doctor({ json, offline, bundle }: Options): Promise<number> {
  const variables = loadVariables()
  const sections = await examine(variables, { folder: process.cwd(), isOffline: offline === true })
  const exitCode = exitCodeOf(sections)
  const text = json ? JSON.stringify({ exitCode, sections }, null, 2) : formatReport(sections)
  say(removeSecrets(text, variables))
  if (bundle !== undefined) {
    await writeSupportBundle(resolve(bundle), sections, variables)
    // With --json, nothing else may be on standard output.
    process.stderr.write(`Support bundle: ${resolve(bundle)}. Read it before you send it.\n`)
  }
  return exitCode
}

/** Looks at everything that the settings lead to. With wrong settings, only at what doesn't need them. */
export async function examine(
  variables: Record<string, string | undefined>,
  { folder, isOffline }: { folder: string; isOffline: boolean },
): Promise<Section[]> {
  const made = makeConfig(variables, folder)
  const settings: Section = {
    name: 'Settings',
    facts: [variables.NODE_ENV ?? 'development'],
    findings: made.warnings.map((text) => warning('unknown-setting', text, 'Correct or remove it.')),
  }
  if ('problems' in made) {
    for (const text of made.problems)
      settings.findings.push(problem('settings', text, 'Correct it; the rest was not checked.'))
    return [settings, checkVersions()]
  }
  const { config } = made
  const installation = checkInstallation(config, new Date())
  const database = await checkDatabase(config, () => new Date())
  return [settings, ...installation, database, ...(isOffline ? [] : await checkServices(config))]
}
