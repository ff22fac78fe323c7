/** A browser that asked for notifications: its address at a push service, and the keys that only it can read with. */
export type PushReceiver = { endpoint: string; p256dh: string; auth: string }

/** What the notification shows, in the learner's language, and where a tap on it leads: a path of the app. */
export type PushMessage = { title: string; body: string; url: string; language: string }

/**
 * Who brings notifications to browsers. `accepts` says whether an address that a browser gave is at a push service that may be called.
 * `send` resolves with `sent` when the service has taken the message, `gone` when the browser does not want any more, `refused` when
 * it will never be taken; rejects when it may be taken later. Errors never hold the address.
 */
export type PushSender = {
  accepts: (endpoint: string) => boolean
  send: (receiver: PushReceiver, message: PushMessage, lifeSeconds: number) => Promise<'sent' | 'gone' | 'refused'>
}
