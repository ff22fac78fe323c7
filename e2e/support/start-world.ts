import { fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import type { Learner, LearnerWish, NewDevice, Provider, Reply } from './commands.ts'

export type World = {
  url: string
  /** Where the payment provider's pages are: the product itself, or the Stripe-shaped server. */
  providerUrl: string
  /** A new learner: by default with an active subscription, a PIN, and nothing done. */
  makeLearner: (wish?: Partial<LearnerWish>) => Promise<Learner>
  stop: () => Promise<void>
}

type Addresses = Pick<World, 'url' | 'providerUrl'>

/** Starts the product in a process of its own and waits until it answers. */
export const startWorld = async (provider: Provider, newDevice: NewDevice): Promise<World> => {
  const child = fork(join(import.meta.dirname, 'world.ts'), [provider, newDevice], {
    execArgv: ['--import', 'tsx'],
    stdio: 'inherit',
  })
  const waiting = new Map<number, (learner: Learner) => void>()
  let lastId = 0
  const { url, providerUrl } = await new Promise<Addresses>((resolve, reject) => {
    child.once('exit', (code) => reject(new Error(`the product ended with code ${code} before it was ready`)))
    child.on('message', (reply: Reply) => {
      if ('url' in reply) resolve(reply)
      else waiting.get(reply.id)?.(reply.learner)
    })
  })
  return {
    url,
    providerUrl,
    makeLearner: (wish = {}) =>
      new Promise((resolve) => {
        lastId += 1
        waiting.set(lastId, resolve)
        child.send({ subscription: 'active', finishedLessons: 0, isPinSet: true, ...wish, id: lastId })
      }),
    stop: async () => {
      const ended = once(child, 'exit')
      child.disconnect()
      await ended
    },
  }
}
