/** A browser's push subscription: its address at a push service, and its keys. */
export type PushReceiver = { endpoint: string; p256dh: string; auth: string }

/** In the learner's language. `url`: the path of the app that a tap opens. */
export type PushMessage = { title: string; body: string; url: string; language: string }

/**
 * `send`: `gone` when the browser has unsubscribed, `refused` for permanent failures; rejects for temporary ones.
 * Errors never contain the address.
 */
export type PushSender = {
  accepts: (endpoint: string) => boolean
  send: (receiver: PushReceiver, message: PushMessage, lifeSeconds: number) => Promise<'sent' | 'gone' | 'refused'>
}
