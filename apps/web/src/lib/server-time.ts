/**
 * The time as the server has it: computers have wrong clocks, and what they would say of a step, an age or today would be
 * wrong with them (`work/times`). Until a first answer, and within some seconds, the computer's clock is right.
 */

/** How far this computer's clock is behind the server's, in milliseconds; negative: ahead of it. */
let behindMs = 0
const listeners = new Set<() => void>()

/** The header has whole seconds, and says the time at some moment between question and answer. */
const exactMs = 3_000
/** An answer that took longer says too little. */
const longestMs = 5_000

/** Hears the time of an answer to a question that was sent at this moment of this computer. */
export function hearServerTime({ headers }: Response, sentAt: number): void {
  const [said, now] = [Date.parse(headers.get('date') ?? ''), Date.now()]
  if (Number.isNaN(said) || now < sentAt || now - sentAt > longestMs) return
  const heard = said + 500 - (sentAt + now) / 2
  if (Math.abs(heard - behindMs) <= exactMs) return
  behindMs = Math.abs(heard) <= exactMs ? 0 : heard
  for (const tell of listeners) tell()
}

/** The server's time in milliseconds. */
export const serverNow = (): number => Date.now() + behindMs

/** The server's time as it is stored. */
export const serverInstant = (): string => new Date(serverNow()).toISOString()

/** How wrong this computer's clock is, in milliseconds: below 0 it is slow. */
export const clockError = (): number => 0 - behindMs

/** Hears when this computer's clock turns out to be wrong, or right again. Returns how to stop. */
export function onServerTime(listener: () => void): () => void {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}
