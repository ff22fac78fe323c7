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
  .description('count the people at each step from the quiz to the first finished lesson')
  .option('--days <number>', 'only those who started in the last days')
  .action(async (options: { days?: string }) => {
    const { funnel } = await import('./funnel.ts')
    await funnel(options)
  })

try {
  await program.parseAsync()
} catch (error) {
  process.stderr.write(`${explain(error)}\n`)
  process.exitCode = 1
}
