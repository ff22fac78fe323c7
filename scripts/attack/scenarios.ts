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
import type { Cluster } from './world.ts'

/** What a scenario is given. */
export type Stage = {
  cluster: Cluster
  attempt: Try
  /** An empty folder of its own. */
  folder: string
  /** Full numbers, which may take an hour; else what fits into two minutes with all other scenarios. */
  isLong: boolean
  soakMinutes: number
}

/** `isLongOnly`: left out of the short form. */
type Scenario = { name: string; isLongOnly?: true; play: (stage: Stage) => Promise<void> }

/** In the order in which they are played: each leaves the main world as the next one needs it. */
export const scenarios: readonly Scenario[] = [
  { name: 'front-door', play: ({ cluster, attempt }) => playFrontDoor(cluster, attempt) },
  { name: 'takeover', play: ({ cluster, attempt }) => playTakeover(cluster, attempt) },
  { name: 'enumeration', play: ({ cluster, attempt }) => playEnumeration(cluster, attempt) },
  { name: 'certificate', play: ({ cluster, attempt }) => playCertificate(cluster, attempt) },
  { name: 'races', play: ({ cluster, attempt, isLong }) => playRaces(cluster, attempt, isLong) },
  { name: 'brute-force', play: ({ cluster, attempt, isLong }) => playBruteForce(cluster, attempt, isLong) },
  { name: 'slow-connections', play: ({ cluster, attempt, isLong }) => playSlowConnections(cluster, attempt, isLong) },
  { name: 'login-flood', play: ({ cluster, attempt, isLong }) => playLoginFlood(cluster, attempt, isLong) },
  { name: 'database-outage', play: ({ cluster, attempt, isLong }) => playDatabaseOutage(cluster, attempt, isLong) },
  { name: 'spray', play: ({ cluster, attempt }) => playSpray(cluster, attempt) },
  { name: 'faulty-providers', play: ({ cluster, attempt }) => playFaultyProviders(cluster, attempt) },
  { name: 'disk-full', play: ({ folder, attempt, isLong }) => playDiskFull(folder, attempt, isLong) },
  { name: 'kills', play: ({ folder, attempt, isLong }) => playKills(folder, attempt, isLong) },
  {
    name: 'soak',
    isLongOnly: true,
    play: ({ cluster, attempt, soakMinutes }) => playSoak(cluster, attempt, soakMinutes),
  },
]
