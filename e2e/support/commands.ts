/** What a journey may ask of its world: a learner who stands somewhere. */
export type LearnerWish = {
  /** `bought`: a trial of the monthly plan, begun and paid at the embedded provider; the others no provider knows. */
  subscription: 'active' | 'expired' | 'none' | 'bought'
  /** How many lessons of the first course are finished. */
  finishedLessons: number
  isPinSet: boolean
}

/** Who takes the money: the embedded provider, or the Stripe adapter before a server that speaks Stripe's API. */
export type Provider = 'embedded' | 'stripe'

/** Which browsers that are not known have to show the mailbox: those that are suspicious, or every one. */
export type NewDevice = 'risk' | 'mail'

/** Who judges prompts: the checklist alone, or a model on a server with OpenAI's API. */
export type JudgeName = 'checklist' | 'model'

/** Whether the world's clock of learning and billing runs with ours, or is set by the journey and runs on from there. */
export type Clock = 'ours' | 'set'

/** What a world is made of. `modelUrl`: where its model is; null without one. */
export type WorldSettings = { provider: Provider; newDevice: NewDevice; clock: Clock; modelUrl: string | null }

/** Has the job done that looks whose hour has come; by itself it is done every five minutes. */
export type RemindNow = { remind: true }

/** Starts the server again, at its address and on its database, with other BRAND_* and SUPPORT_EMAIL variables. */
export type Rebrand = { rebrand: Record<string, string> }

export type Command = { id: number } & (LearnerWish | { now: string } | RemindNow | Rebrand)

export type Learner = { id: string; email: string; pin: string }

export type Reply = { id: number; learner: Learner | null } | { url: string; providerUrl: string }
