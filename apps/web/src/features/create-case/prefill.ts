/** What an address fills in of a new case; `rxFormId` is the form of an archived case that moves to it (`cases/created`). */
export interface Prefill {
  firstName?: string | undefined
  lastName?: string | undefined
  caseNumber?: string | undefined
  rxFormId?: number | undefined
}

const textOf = (value: unknown): string | undefined =>
  typeof value === 'string' || typeof value === 'number' ? String(value).slice(0, 100) || undefined : undefined

/** Reads it of an address, which anybody may have written. */
export function readPrefill(raw: Record<string, unknown>): Prefill {
  const rxFormId = Number(raw.rxFormId)
  return {
    firstName: textOf(raw.firstName),
    lastName: textOf(raw.lastName),
    caseNumber: textOf(raw.caseNumber),
    rxFormId: Number.isInteger(rxFormId) && rxFormId > 0 ? rxFormId : undefined,
  }
}

/** Whether an address brings a case to create. */
export const isPrefilled = (prefill: Prefill): boolean => Object.values(prefill).some((value) => value !== undefined)
