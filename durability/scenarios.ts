import { playBruteForce, playSpray } from './brute-force.ts'
import { playCertificate } from './certificate.ts'
import { playDatabaseOutage } from './database-outage.ts'
import { playDiskFull } from './disk-full.ts'
import { playEnumeration } from './enumeration.ts'
import { playFaultyProviders } from './faulty-providers.ts'
import { playFrontDoor } from './front-door.ts'
import { playKills } from './kills/play-kills.ts'
import { playLoginFlood } from './login-flood.ts'
import { playRaces } from './races.ts'
import { playSlowConnections } from './slow-connections.ts'
import { playSoak } from './soak.ts'
import type { Try } from './table.ts'
import { playTakeover } from './takeover.ts'
import { playTeamAttacks } from './team-attacks.ts'
import { playThirdAccount } from './third-account.ts'
import type { SharedWorld } from './world.ts'

/** What a scenario receives. */
export type Stage = {
  attempt: Try
  /**
   * Full numbers, which may take hours; otherwise everything fits into two minutes together with the other scenarios.
   */
  isLong: boolean
}

/**
 * Run one after another in one world; each leaves it usable for the next. `isPlayedAlone`: runs first, because it
 * measures response times.
 */
type SharedScenario = { name: string; isPlayedAlone?: true; play: (world: SharedWorld, stage: Stage) => Promise<void> }

/**
 * Starts its own servers in an empty `folder`. `isLongOnly`: not in the short form; `isMostlyWaiting`: runs in parallel
 * with the others.
 */
type OwnScenario = {
  name: string
  isLongOnly?: true
  isMostlyWaiting?: true
  play: (folder: string, stage: Stage & { soakMinutes: number }) => Promise<void>
}

export const sharedScenarios: readonly SharedScenario[] = [
  {
    name: 'slow-connections',
    isPlayedAlone: true,
    play: (world, { attempt, isLong }) => playSlowConnections(world, attempt, isLong),
  },
  { name: 'front-door', play: (world, { attempt }) => playFrontDoor(world, attempt) },
  { name: 'takeover', play: (world, { attempt, isLong }) => playTakeover(world, attempt, isLong) },
  { name: 'third-account', play: (world, { attempt }) => playThirdAccount(world, attempt) },
  { name: 'team-attacks', play: (world, { attempt }) => playTeamAttacks(world, attempt) },
  { name: 'enumeration', play: (world, { attempt }) => playEnumeration(world, attempt) },
  { name: 'certificate', play: (world, { attempt }) => playCertificate(world, attempt) },
  { name: 'races', play: (world, { attempt, isLong }) => playRaces(world, attempt, isLong) },
  { name: 'brute-force', play: (world, { attempt, isLong }) => playBruteForce(world, attempt, isLong) },
  { name: 'database-outage', play: (world, { attempt, isLong }) => playDatabaseOutage(world, attempt, isLong) },
  // From here on, new browsers need a mailed link, because there were wrong PINs at many accounts.
  { name: 'login-flood', play: (world, { attempt, isLong }) => playLoginFlood(world, attempt, isLong) },
  { name: 'spray', play: (world, { attempt }) => playSpray(world, attempt) },
]

/** Run in parallel with the shared ones. */
export const ownScenarios: readonly OwnScenario[] = [
  {
    name: 'faulty-providers',
    isMostlyWaiting: true,
    play: (folder, { attempt }) => playFaultyProviders(folder, attempt),
  },
  { name: 'disk-full', play: (folder, { attempt, isLong }) => playDiskFull(folder, attempt, isLong) },
  { name: 'kills', play: (folder, { attempt, isLong }) => playKills(folder, attempt, isLong) },
  {
    name: 'soak',
    isLongOnly: true,
    play: (folder, { attempt, soakMinutes }) => playSoak(folder, attempt, soakMinutes),
  },
]
