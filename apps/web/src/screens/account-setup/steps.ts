import type { AccountSetup } from '@archwire/contract/account-setup/schema.ts'

/** The steps of the account setup by their numbers in the address. */
export const stepNames = ['Welcome', 'Account Details', 'Payment method', 'Order summary'] as const
export const welcome = 0
export const details = 1
export const payment = 2
export const summary = 3

/** Steps that the bar shows: those with something to enter. */
export const stepsInBar = [details, payment] as const

type Progress = Pick<AccountSetup, 'is_saved' | 'is_finished' | 'startup_fee' | 'is_in_progress' | 'can'>

/** The steps that can be opened, and the one where the setup continues (`billing/setup-resumes`). */
export interface Reach {
  first: number
  last: number
  start: number
}

/** How far the setup has got. One that is finished but not paid for continues at the payment method, unless it is being paid. */
export function reachOf(setup: Progress, methods: number): Reach {
  const furthest = methods > 0 ? summary : payment
  if (setup.is_finished) {
    const start = setup.is_in_progress ? furthest : payment
    return { first: setup.can.update ? details : payment, last: furthest, start }
  }
  if (!setup.is_saved) return { first: welcome, last: details, start: welcome }
  return { first: welcome, last: furthest, start: furthest }
}

/** The step to be shown for an address: never one that is not reached yet. */
export function stepAt(address: string | undefined, { first, last, start }: Reach): number {
  return address === undefined ? start : Math.min(Math.max(Number(address), first), last)
}

/** Whether nothing is left to do: the setup is finished, and its fee is paid or waived. */
export const isDone = ({ is_finished, startup_fee, is_in_progress }: Progress): boolean =>
  is_finished && startup_fee !== 'due' && !is_in_progress
