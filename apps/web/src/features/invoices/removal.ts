/** How a line is taken off the open order (`billing/by-hand`), or why it is not. */
export type Removal = { why: string } | Way

/** The call that takes it off: of a charge or a discount by its id, of a charge of a case by both ids. */
type Way = { why: undefined; id: number } & ({ kind: 'charge' | 'discount' } | { kind: 'patient'; patientId: number })

/** The way for what a person entered: through the case that it is for, else through the order. */
export const wayOf = (kind: 'charge' | 'discount', id: number, patientId: number | null): Way =>
  patientId === null ? { why: undefined, kind, id } : { why: undefined, kind: 'patient', id, patientId }
