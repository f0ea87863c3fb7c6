import { areWholeCents } from '../core/money.ts'

/** What a price list accepts, and the messages for what it does not (`rx-form/price-limits`); for the form and the server. */

/** The largest fee, in dollars. */
export const mostFee = 1_000_000
/** Days that a list may let pass before a case is charged, and before a closed invoice is. */
export const delays = {
  delay_case_charging: { min: 1, max: 20 },
  delay_payment_processing: { min: 1, max: 10 },
} as const
export type Delay = keyof typeof delays

export const priceWords = {
  noFee: 'Invalid value',
  noDiscount: 'Invalid discount percentage.',
  noVolume: 'Required',
  volumeTwice: 'Each volume once.',
  tooFewDays: (min: number) => `Must not be less than ${min} ${min === 1 ? 'day' : 'days'}.`,
  tooManyDays: (max: number) => `Must not exceed ${max} days.`,
  noDays: 'Enter whole days.',
} as const

/** What is wrong with a fee in dollars; undefined for nothing. */
export const feeProblem = (value: number | null): string | undefined =>
  value === null || !Number.isFinite(value) || value < 0 || value > mostFee || !areWholeCents(value)
    ? priceWords.noFee
    : undefined

/** What is wrong with a delay in days; undefined for nothing. */
export function delayProblem(name: Delay, value: number | null): string | undefined {
  const { min, max } = delays[name]
  if (value === null || Number.isNaN(value)) return priceWords.noDays
  if (value < min) return priceWords.tooFewDays(min)
  if (value > max) return priceWords.tooManyDays(max)
  return Number.isInteger(value) ? undefined : priceWords.noDays
}

/** What is wrong with the printed arches from which on a discount holds; undefined for nothing. */
export const volumeProblem = (value: number | null): string | undefined =>
  value === null || !Number.isInteger(value) || value < 1 || value > mostFee ? priceWords.noVolume : undefined

/** What is wrong with a discount in percent, which has at most four decimals; undefined for nothing. */
export const discountProblem = (value: number | null): string | undefined =>
  value === null || !Number.isFinite(value) || value < 0 || value > 100 || !isRate(value)
    ? priceWords.noDiscount
    : undefined

const isRate = (percent: number): boolean => Math.abs(percent * 10_000 - Math.round(percent * 10_000)) < 1e-6
/** Of some volume discounts, the places of those whose volume an earlier one has. */
export const volumesTwice = (tiers: readonly { volume: number | null }[]): number[] =>
  tiers.flatMap(({ volume }, at) =>
    volume !== null && tiers.findIndex((other) => other.volume === volume) < at ? [at] : [],
  )

/** The most volume discounts of a list. */
export const mostTiers = 20
