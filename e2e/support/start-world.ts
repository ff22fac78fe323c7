import { fork } from 'node:child_process'
import { once } from 'node:events'
import { bundledWorld } from './bundle-world.ts'
import type {
  AddOwner,
  Addresses,
  Learner,
  LearnerWish,
  PublishRecord,
  Reply,
  StartProvider,
  Wish,
  WorldSettings,
} from './commands.ts'

export type World = {
  url: string
  /** Where the provider's pages are: in the product itself, or on the fake Stripe server. */
  providerUrl: string
  /** The server's own copy of the content. Other journeys share it: put back what you change. */
  contentFolder: string
  /** Creates a learner, by default with an active subscription, a PIN and no progress. */
  makeLearner: (wish?: Partial<LearnerWish>) => Promise<Learner>
  /** Sets the clock of learning and billing, which runs from there. Only in a world whose clock is `set`. */
  setNow: (moment: string) => Promise<void>
  /** Finishes the first lessons of a course, one a day until yesterday. */
  learn: (userId: string, courseId: string, lessons: number) => Promise<void>
  /** Adds an owner of the desk. @returns the link that enrols them */
  addOwner: (owner: AddOwner['addOwner']) => Promise<string>
  /** Runs the reminder job now. */
  remind: () => Promise<void>
  /** Restarts the server with another brand. Only in a world whose clock is `set`, where one journey runs at a time. */
  rebrand: (variables: Record<string, string>) => Promise<void>
  /** Puts a TXT record into the domain name system. */
  publish: (record: PublishRecord['publish']) => Promise<void>
  /** @returns the address of a new identity provider of an organization */
  startProvider: (employer: StartProvider['employer']) => Promise<string>
  /** Runs the jobs that end contracts: the embedded provider's and ours. */
  checkContracts: () => Promise<void>
  /** Stops listening, as a server that is away, or listens again. */
  listen: (isListening: boolean) => Promise<void>
  stop: () => Promise<void>
}

type Made = { learner: Learner | null; link: string | null }

/** Starts the product in a separate process and waits until it responds. */
export async function startWorld({ clock, ...settings }: WorldSettings): Promise<World> {
  const child = fork(bundledWorld, [JSON.stringify(settings)], { stdio: 'inherit' })
  const waiting = new Map<number, (made: Made) => void>()
  let lastId = 0
  const addresses = await new Promise<Addresses>((resolve, reject) => {
    child.once('exit', (code) => reject(new Error(`the product ended with code ${code} before it was ready`)))
    child.on('message', (reply: Reply) => {
      if ('url' in reply) resolve(reply)
      else waiting.get(reply.id)?.(reply)
    })
  })
  const ask = (question: Wish): Promise<Made> =>
    new Promise((resolve) => {
      lastId += 1
      waiting.set(lastId, resolve)
      child.send({ ...question, id: lastId })
    })
  const refuseShared = (): void => {
    if (clock !== 'set') throw new Error("other journeys live in this world: use({ clock: 'set' }) for one of your own")
  }
  return {
    ...addresses,
    makeLearner: async (wish = {}) => {
      const { learner } = await ask({ subscription: 'active', finishedLessons: 0, isPinSet: true, ...wish })
      if (learner === null) throw new Error('the world made no learner')
      return learner
    },
    setNow: async (moment) => {
      refuseShared()
      await ask({ now: moment })
    },
    addOwner: async (owner) => {
      const { link } = await ask({ addOwner: owner })
      if (link === null) throw new Error('the world added no owner')
      return link
    },
    publish: async (record) => {
      await ask({ publish: record })
    },
    startProvider: async (employer) => {
      const { link } = await ask({ employer })
      if (link === null) throw new Error('the world started no provider')
      return link
    },
    checkContracts: async () => {
      await ask({ checkContracts: true })
    },
    listen: async (isListening) => {
      await ask({ listen: isListening })
    },
    remind: async () => {
      await ask({ remind: true })
    },
    learn: async (userId, courseId, lessons) => {
      await ask({ learn: { userId, courseId, lessons } })
    },
    rebrand: async (variables) => {
      refuseShared()
      await ask({ rebrand: variables })
    },
    stop: async () => {
      const ended = once(child, 'exit')
      child.disconnect()
      await ended
    },
  }
}
