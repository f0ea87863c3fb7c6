/** Where a browser is reached, as it said itself. */
export interface PushTarget {
  endpoint: string
  keys: { p256dh: string; auth: string }
}

/** The message to a browser. It has no text of a case, so that no push service, lock screen or watch shows one. */
export interface PushMessage {
  /** The notification, which the browser opens by its number. */
  id: number
  text: string
}

/**
 * Reaches browsers through their push services. `gone`: the browser is no longer there, and never will be under this
 * address. Throws, to be tried again, when the service did not take the message.
 */
export interface Pusher {
  /** What a browser needs before it lets this server push: the public half of its key. */
  publicKey: string
  /** Whether messages are sent to this address at all. */
  reaches(endpoint: string): boolean
  send(to: PushTarget, message: PushMessage): Promise<'taken' | 'gone'>
}
