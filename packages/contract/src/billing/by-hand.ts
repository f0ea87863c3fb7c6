import { z } from 'zod'

/** The largest amount that a person enters on an invoice, in dollars. */
export const mostByHand = 1_000_000

const tooMuch = 'At most $1,000,000.'

const isCents = (value: number): boolean => Math.abs(value * 100 - Math.round(value * 100)) < 1e-6

/** Dollars that a person enters: any amount but 0, with at most two decimals; below zero is a discount (`billing/by-hand`). */
export const dollarsByHand = () =>
  z
    .number()
    .min(-mostByHand, tooMuch)
    .max(mostByHand, tooMuch)
    .refine(isCents, 'Two decimals at most.')
    .refine((value) => value !== 0, 'Enter an amount other than 0.')
