import { errorCodes } from '@archwire/contract/core/error-codes.ts'
import type { ErrorBody } from '@archwire/contract/core/errors.ts'

/** Refusals that someone causes in great numbers who tries to get in; the audit log counts them (`safety/refusals`). */
export type Suspicion = 'too_many' | 'bot_check_failed' | 'unsigned_report'

/** What can go wrong, as values with a status. Modules throw these and nothing else; one handler turns them into the API's error body. */
export class ApiError extends Error {
  readonly status: number
  readonly body: ErrorBody
  readonly headers: Record<string, string>
  suspicion: Suspicion | undefined

  constructor(status: number, error: ErrorBody['error'], code: number = status, headers: Record<string, string> = {}) {
    super(
      typeof error === 'string'
        ? error
        : Object.entries(error)
            .map(([field, messages]) => `${field}: ${messages.join(' ')}`)
            .join('; '),
    )
    this.status = status
    this.body = { error, code }
    this.headers = headers
  }

  /** Lets the audit log count this refusal. */
  as(suspicion: Suspicion): this {
    this.suspicion = suspicion
    return this
  }
}

export class Unauthenticated extends ApiError {
  constructor(message = 'Please sign in.', code?: number) {
    super(401, message, code)
  }
}
export class Forbidden extends ApiError {
  constructor(message = "You don't have permission to do this.") {
    super(403, message)
  }
}
/** Unknown, archived out of reach, or another tenant's: indistinguishable to a caller (`organizations/tenant`). */
export class NotFound extends ApiError {
  constructor(what = 'This record') {
    super(404, `${what} does not exist.`)
  }
}
/** The current state does not allow it, or someone else was faster. */
export class Conflict extends ApiError {
  constructor(message: string, code?: number) {
    super(409, message, code)
  }
}
/**
 * A refusal that a handler returns, not throws: what it wrote before stays, and the answer says why the rest was not
 * done. Repeated under its Idempotency-Key it is the same refusal, and nothing is written twice.
 */
export class KeptConflict {
  readonly message: string
  constructor(message: string) {
    this.message = message
  }
  /** As it was kept under a key. */
  static of(kept: unknown): KeptConflict {
    return new KeptConflict((kept as KeptConflict).message)
  }
  get conflict(): Conflict {
    return new Conflict(this.message, errorCodes.onlyKept)
  }
}
/** What the caller sent is wrong, by field. */
export class Invalid extends ApiError {
  constructor(fields: Record<string, string[]> | string) {
    super(422, fields)
  }
}
export class TooMany extends ApiError {
  constructor(seconds: number, message = `Too many attempts. Please try again in ${inWords(seconds)}.`) {
    super(429, message, 429, { 'retry-after': String(Math.max(1, Math.ceil(seconds))) })
    this.suspicion = 'too_many'
  }
}

/** A waiting time, rounded for people: never shorter than it is. */
export function inWords(seconds: number): string {
  const minutes = Math.ceil(seconds / 60)
  return minutes <= 1 ? 'a minute' : `${minutes} minutes`
}

/** Refuses what the state of a record does not allow, with the text that its button would have shown (409). */
export function refuse(reason: string | null): void {
  if (reason !== null) throw new Conflict(reason)
}

/** Refuses in the fixed order (`calls/refusals`): 403 by policy, then 409 by state. */
export function permit(allowed: boolean, reason: string | null): void {
  if (!allowed) throw new Forbidden()
  refuse(reason)
}

export const staleMessage = 'Someone else changed this in the meantime.'

/** Refuses an edit that was based on an older version; without a version it is applied (`calls/version`). */
export function checkVersion(sent: number | undefined, present: number): void {
  if (sent !== undefined && sent !== present) throw new Conflict(staleMessage)
}
