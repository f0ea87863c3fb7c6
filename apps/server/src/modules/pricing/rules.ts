import { errorCodes } from '@archwire/contract/core/error-codes.ts'
import type { Actor } from '../../kernel/actor.ts'
import { Conflict, Invalid } from '../../kernel/errors.ts'
import { readsPrices } from './policy.ts'

/** The price list, and the practice's own prices, that the page showed, where it said so. */
export interface ShownPrices {
  price_list?: number | undefined
  price_overrides?: number | undefined
}

/**
 * A page says which prices it showed: no one who reads prices decides for some that were not there (`rx-form/price`,
 * `requests/price`).
 * @param decide what the person does then: "submit" @throws Invalid at each that is missing
 */
export function requireShownPrices(actor: Pick<Actor, 'role'>, shown: ShownPrices, decide: string): void {
  if (!readsPrices(actor)) return
  const missing = (['price_list', 'price_overrides'] as const).filter((name) => shown[name] === undefined)
  if (missing.length > 0)
    throw new Invalid(Object.fromEntries(missing.map((name) => [name, [`Review the price, then ${decide} again.`]])))
}

/** Anyone who saw what something costs gets it for that, and not for what newer prices ask. @throws Conflict */
export function refuseOtherPrices(
  prices: { version: number; overrides?: number },
  { price_list: list, price_overrides: own }: ShownPrices,
  decide: string,
): void {
  const [holds, ownHolds] = [prices.version, prices.overrides ?? 0]
  if ((list ?? holds) !== holds || (own ?? ownHolds) !== ownHolds)
    throw new Conflict(
      `The lab’s prices have changed. Review the new price, then ${decide} again.`,
      errorCodes.pricesChanged,
    )
}
