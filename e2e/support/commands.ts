/** The learner that a journey requests from its world. */
export type LearnerWish = {
  /**
   * At the embedded provider: `bought` a monthly trial; `paid` a week, $9.99; `disputed` the same with a card whose bank takes
   * the payment back at once. No provider knows the others.
   */
  subscription: 'active' | 'expired' | 'none' | 'bought' | 'paid' | 'disputed'
  /** Finished lessons of the first course. */
  finishedLessons: number
  isPinSet: boolean
  /** By default one of their own. */
  email?: string
}

/** The payment provider: embedded, or the Stripe adapter with a server that speaks Stripe's API. */
export type Provider = 'embedded' | 'stripe'

/** Which unknown devices need a mailed link: only suspicious ones, or all. */
export type NewDevice = 'risk' | 'mail'

/** What judges prompts: only the checklist, or a model on a server with OpenAI's API. */
export type JudgeName = 'checklist' | 'model'

/** Whether the world's clock for learning and billing is real, or set by the journey and running from there. */
export type Clock = 'ours' | 'set'

/** `modelUrl` is the address of the model's server; null without a model. */
export type WorldSettings = { provider: Provider; newDevice: NewDevice; clock: Clock; modelUrl: string | null }

/** Runs the reminder job, which otherwise runs every five minutes. */
export type RemindNow = { remind: true }

/** Finishes the first lessons of a course with right answers, one a day until yesterday. */
export type Learn = { learn: { userId: string; courseId: string; lessons: number } }

/** Restarts the server at the same address and database, with other BRAND_* and SUPPORT_EMAIL variables. */
export type Rebrand = { rebrand: Record<string, string> }

/** Adds an owner of the desk, as `kitewise owner add` does. */
export type AddOwner = { addOwner: { email: string; name: string } }

/** Puts a TXT record into the domain name system that the server asks. */
export type PublishRecord = { publish: { domain: string; record: string } }

/** Stops listening, as a server that is away, or listens again at the same address. */
export type Listen = { listen: boolean }

/** Starts an identity provider for an organization, at which this person signs in without a question. */
export type StartProvider = { employer: { organizationId: string; person: { sub: string; email: string } } }

/** Runs the jobs that end contracts: the embedded provider's and ours. */
export type CheckContracts = { checkContracts: true }

export type Wish =
  | LearnerWish
  | { now: string }
  | RemindNow
  | Rebrand
  | Learn
  | AddOwner
  | PublishRecord
  | StartProvider
  | CheckContracts
  | Listen

export type Command = { id: number } & Wish

export type Learner = { id: string; email: string; pin: string }

/** `contentFolder`: the server's copy of the content. */
export type Addresses = { url: string; providerUrl: string; contentFolder: string }

/** `link` enrols the owner who was added, or is the address of the provider that was started. */
export type Reply = { id: number; learner: Learner | null; link: string | null } | Addresses
