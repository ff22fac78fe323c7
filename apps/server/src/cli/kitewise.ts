import { Command } from 'commander'
import { release } from '../release.ts'
import { explain } from './settings.ts'

/**
 * The command of an installation: `npx kitewise`, or `npm run kitewise --` in the repository. Each subcommand loads its
 * code when it runs, so that `--help` is fast.
 */
const program = new Command('kitewise')
  .description('Runs and maintains a Kitewise installation. Settings come from the environment and from .env.')
  .version(release)

program
  .command('start', { isDefault: true })
  .description('start the server (the default)')
  .action(async () => {
    await import('../main.ts')
  })

program
  .command('backup')
  .description('write an encrypted backup, next to a running server too')
  .option('--to <folder>', 'the folder of the backups (default: BACKUP_DIR)')
  .action(async (options: { to?: string }) => {
    const { backUp } = await import('./backup.ts')
    await backUp(options)
  })

program
  .command('restore')
  .description('restore a backup, or rehearse it')
  .argument('<file>', 'the backup, or "newest" for the newest one in BACKUP_DIR')
  .option('--rehearse', 'restore to a temporary database, start the app on it in quarantine, and remove it')
  .option('--into <database>', 'an empty database: its URL, or "embedded" for the one in DATA_DIR')
  .option('--without-erasures', 'go on if it is unknown which accounts were erased after the backup')
  .action(async (file: string, options: { rehearse?: boolean; into?: string; withoutErasures?: boolean }) => {
    const { restore } = await import('./restore.ts')
    await restore(file, options)
  })

program
  .command('doctor')
  .description('check settings, database, services, disk and backups; exits with 1 for warnings and 2 for errors')
  .option('--json', 'print the report as JSON')
  .option('--offline', 'call no service outside')
  .option('--bundle <file>', 'also write a support bundle, without secrets')
  .action(async (options: { json?: boolean; offline?: boolean; bundle?: string }) => {
    const { doctor } = await import('./doctor.ts')
    process.exitCode = await doctor(options)
  })

program
  .command('upgrade')
  .description('back up the database, bring it to the schema of this release, and check it')
  .option('--to <folder>', 'the folder of the backup (default: BACKUP_DIR)')
  .option('--without-backup', 'if something else has just backed it up')
  .action(async (options: { to?: string; withoutBackup?: boolean }) => {
    const { upgrade } = await import('./upgrade.ts')
    await upgrade(options)
  })

program
  .command('content')
  .description('work on the courses and quizzes')
  .command('check')
  .description('find mistakes in CONTENT_DIR; exits with 1 for errors')
  .argument('[parts...]', 'only files whose paths contain one of these')
  .action(async (parts: string[]) => {
    const { checkOwnContent } = await import('./content.ts')
    process.exitCode = checkOwnContent(parts)
  })

program
  .command('funnel')
  .description('count the people at each step from the quiz to the first finished lesson and day 30')
  .option('--days <number>', 'only those who started in the last days')
  .action(async (options: { days?: string }) => {
    const { funnel } = await import('./funnel.ts')
    await funnel(options)
  })

const user = program.command('user').description('help one person; every use is in the audit log, with its reason')
const withReason = '--reason <text>'
const whyReason = 'for the audit log, without names'
const who = 'an email address, an ID, or an ID of the payment provider'
type Reason = { reason: string }

user
  .command('find <who>')
  .description(`show an account. <who>: ${who}`)
  .requiredOption(withReason, whyReason)
  .action(async (name: string, { reason }: Reason) => {
    const { runUserCommand, showUser } = await import('./user.ts')
    await runUserCommand(name, reason, showUser)
  })
user
  .command('sessions')
  .description("work on a person's sessions")
  .command('end <who>')
  .description('sign the person out everywhere')
  .requiredOption(withReason, whyReason)
  .action(async (name: string, { reason }: Reason) => {
    const { endUserSessions, runUserCommand } = await import('./user.ts')
    await runUserCommand(name, reason, endUserSessions)
  })
user
  .command('pin-link <who>')
  .description('mail a link to a new PIN')
  .requiredOption(withReason, whyReason)
  .action(async (name: string, { reason }: Reason) => {
    const { runUserCommand, sendPinLink } = await import('./user.ts')
    await runUserCommand(name, reason, sendPinLink)
  })
user
  .command('grant <who>')
  .description('give access without a payment')
  .requiredOption('--until <day>', 'the last day, YYYY-MM-DD in UTC; a past day ends the access')
  .requiredOption(withReason, whyReason)
  .action(async (name: string, { until, reason }: Reason & { until: string }) => {
    const { grantUserAccess, runUserCommand } = await import('./user.ts')
    await runUserCommand(name, reason, grantUserAccess(until))
  })
user
  .command('erase <who>')
  .description('erase the account and everything about the person, at once and for good')
  .requiredOption(withReason, whyReason)
  .requiredOption('--yes', 'there is no way back')
  .action(async (name: string, { reason }: Reason) => {
    const { eraseUser, runUserCommand } = await import('./user.ts')
    await runUserCommand(name, reason, eraseUser)
  })
user
  .command('export <who>')
  .description('write everything about the person to a new file')
  .requiredOption('--to <file>', 'the file')
  .requiredOption(withReason, whyReason)
  .action(async (name: string, { to, reason }: Reason & { to: string }) => {
    const { exportUser, runUserCommand } = await import('./user.ts')
    await runUserCommand(name, reason, exportUser(to))
  })

const owner = program.command('owner').description('let owners into the admin console')
owner
  .command('add <email>')
  .description('add an owner, and print a one-time link to a first passkey')
  .requiredOption('--name <name>', 'as others see it')
  .action(async (email: string, options: { name: string }) => {
    const { addOwnerByCommand } = await import('./owner.ts')
    await addOwnerByCommand(email, options)
  })
owner
  .command('recover <email>')
  .description('print a new link for someone who has lost every way in')
  .action(async (email: string) => {
    const { recoverOwnerByCommand } = await import('./owner.ts')
    await recoverOwnerByCommand(email)
  })

try {
  await program.parseAsync()
} catch (error) {
  process.stderr.write(`${explain(error)}\n`)
  process.exitCode = 1
}
