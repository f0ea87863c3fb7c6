import { z } from 'zod'
import { areWholeCents, toCents } from '../core/money.ts'

/** The largest amount that a person enters on an invoice, in dollars. */
export const mostByHand = 1_000_000

/** The most that all charges, and all discounts, that people enter on an open order come to, in dollars. */
export const mostOpen = 5_000_000

const tooMuch = 'At most $1,000,000.'

/** Dollars that a person enters: any amount but 0, with at most two decimals; below zero is a discount (`billing/by-hand`). */
export const dollarsByHand = () =>
  z
    .number()
    .min(-mostByHand, tooMuch)
    .max(mostByHand, tooMuch)
    .refine(areWholeCents, 'Two decimals at most.')
    .refine((value) => toCents(value) !== 0, 'Enter an amount other than 0.')
