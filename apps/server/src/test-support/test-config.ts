import { makeConfig, type Config } from '../config.ts'

/** The test configuration: cheap hashes, limits that only tests of limits reach, a quiet log. */
export function testConfig(overrides: Partial<Config> = {}): Config {
  const made = makeConfig(
    { NODE_ENV: 'test', LOG_LEVEL: 'silent', DEMO_ACCOUNTS: 'no', WEB_DIR: 'no-web-app', DESK_DIR: 'no-desk' },
    '/nowhere',
  )
  if ('problems' in made) throw new Error(made.problems.join('\n'))
  return {
    ...made.config,
    pinHashing: { ...made.config.pinHashing, memoryKib: 8, passes: 1, queue: 2_000 },
    limits: {
      generalPerMinute: 1e6,
      loginPerMinute: 1e6,
      wrongPinsPerDay: 1e6,
      judgePerMinute: 1e6,
      judgePerDay: 1e6,
      registerPerHour: 1e6,
      deskSignInPerMinute: 1e6,
      supportPerHour: 1e6,
      certificateFilesPerMinute: 1e6,
      calendarReadsPerHour: 1e6,
      publicApiPerMinute: 1e6,
      mailPerHour: 1e6,
      mailAllPerHour: 1e6,
      visitorJudgePerMinute: 1e6,
      visitorJudgePerDay: 1e6,
    },
    // Tests open hundreds of connections from one address.
    connections: { ...made.config.connections, perNetwork: 0 },
    timeouts: { ...made.config.timeouts, drainMs: 0 },
    maxEventLoopDelayMs: 0,
    // Tests change rows behind the server's back and expect it to know at once.
    sessionCache: false,
    ...overrides,
  }
}
