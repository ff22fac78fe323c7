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
import type { SharedWorld } from './world.ts'

/** What a scenario is given. */
export type Stage = {
  attempt: Try
  /** Full numbers, which may take hours; else what fits into two minutes with all other scenarios. */
  isLong: boolean
}

/**
 * Played one after the other in one world, each leaving it as the next one needs it. `isPlayedAlone`: before all others, since it
 * measures how long the server takes.
 */
type SharedScenario = { name: string; isPlayedAlone?: true; play: (world: SharedWorld, stage: Stage) => Promise<void> }

/**
 * Starts what it needs. `folder` is empty and its own; `isLongOnly`: left out of the short form; `isMostlyWaiting`: played beside the
 * others.
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
  { name: 'enumeration', play: (world, { attempt }) => playEnumeration(world, attempt) },
  { name: 'certificate', play: (world, { attempt }) => playCertificate(world, attempt) },
  { name: 'races', play: (world, { attempt, isLong }) => playRaces(world, attempt, isLong) },
  { name: 'brute-force', play: (world, { attempt, isLong }) => playBruteForce(world, attempt, isLong) },
  { name: 'database-outage', play: (world, { attempt, isLong }) => playDatabaseOutage(world, attempt, isLong) },
  // From here on, new browsers must prove their mailbox: the guard has seen wrong PINs at many accounts.
  { name: 'login-flood', play: (world, { attempt, isLong }) => playLoginFlood(world, attempt, isLong) },
  { name: 'spray', play: (world, { attempt }) => playSpray(world, attempt) },
]

/** Played beside the shared ones. */
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
