import { now } from './clock.ts'

/** The database cannot write: its disk is full, it has no memory, or its disk fails. */
const codes: readonly string[] = ['53100', '53200', '58030']

/** A minute without a refused write, and it is taken for well again. */
const forgottenMs = 60_000
let lastAt: number | undefined

/** Whether an error says that the database cannot write; `/readyz` tells of it for a minute. */
export function isOutOfRoom(code: string): boolean {
  if (!codes.includes(code)) return false
  lastAt = now().getTime()
  return true
}

/** Whether a write of this process was refused for want of room within the last minute (`safety/full-disk`). */
export const wasOutOfRoom = (): boolean => lastAt !== undefined && now().getTime() - lastAt < forgottenMs
