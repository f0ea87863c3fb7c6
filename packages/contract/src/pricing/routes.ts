import { z } from 'zod'
import { IdParams, idText, versionText } from '../core/fields.ts'
import { get, put } from '../core/route.ts'
import { startsCases } from '../required-permissions.ts'
import { exampleList, OwnPricesBody, PriceListBody } from './bodies.ts'
import { PriceChange, PriceListData, Pricing } from './schema.ts'

export const pricing = {
  get: get('/organizations/{id}/pricing', {
    shows: ['organization@params.id'],
    summary: 'What the lab charges a practice, its own prices included; partners see only the rush fee',
    rules: ['rx-form/prices', 'rx-form/own-prices', 'rx-form/price'],
    needs: startsCases,
    params: IdParams,
    query: z.strictObject({
      /** An earlier list, by its version: what a submitted case is priced by. Absent: the one that holds now. */
      price_list: idText().optional(),
      /** The practice's own prices as they were at a version; 0: none. Absent: those that hold now. */
      price_overrides: versionText().optional(),
    }),
    returns: z.strictObject({ pricing: Pricing }),
  }),
  own: get('/organizations/{id}/pricing/versions', {
    shows: ['organization@params.id'],
    summary: 'Who set which of a practice’s own prices, and when',
    rules: ['rx-form/own-prices', 'rx-form/price-versions'],
    needs: 'pricing.update',
    params: IdParams,
    returns: z.strictObject({ versions: z.array(PriceChange) }),
  }),
  saveOwn: put('/organizations/{id}/pricing', {
    changes: ['organization', 'order'],
    summary: 'Agree prices with a practice, field by field; null is the list’s price again',
    rules: ['rx-form/own-prices', 'rx-form/price-limits', 'rx-form/price-versions'],
    needs: 'pricing.update',
    params: IdParams,
    body: OwnPricesBody,
    returns: z.strictObject({ pricing: Pricing, message: z.string() }),
    example: { body: { overrides: 0, arch: { print: 9.5 } } },
  }),
  list: get('/settings/pricing', {
    shows: ['price_list'],
    summary: 'The lab’s price list with its versions, for those who change it',
    rules: ['rx-form/prices', 'rx-form/price-versions'],
    needs: 'pricing.update',
    returns: z.strictObject({ data: PriceListData }),
  }),
  saveList: put('/settings/pricing', {
    changes: ['price_list'],
    summary: 'Replace the lab’s price list; earlier cases keep theirs',
    rules: ['rx-form/prices', 'rx-form/price-limits', 'rx-form/price-versions'],
    needs: 'pricing.update',
    body: PriceListBody,
    returns: z.strictObject({ data: PriceListData, message: z.string() }),
    example: { body: exampleList, refused: 409 },
  }),
}
