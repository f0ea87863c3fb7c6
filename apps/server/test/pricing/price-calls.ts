import { pricing } from '@archwire/contract/pricing/routes.ts'
import type { Pricing } from '@archwire/contract/pricing/schema.ts'
import type { TestApp, TestUser } from '../app.ts'
import type { GivenPractice } from '../given.ts'

/** The calls that set prices and read them; by default an admin's. */
export function priceCalls(test: TestApp, admin: TestUser) {
  const listFor = (who: TestUser) => test.as(who).call(pricing.list, {})
  const present = async () => (await listFor(admin)).body.data
  /** The list that holds, as a body: with `change` applied to it. */
  async function bodyWith(change: (list: Pricing) => void = () => undefined) {
    const list = structuredClone((await present()).prices)
    change(list)
    const { invented: _, overrides: __, own: ___, ...body } = list
    return body
  }
  const saveList = (body: object, who = admin) => test.as(who).call(pricing.saveList, { body: body as never })
  return {
    listFor,
    present,
    bodyWith,
    saveList,
    save: async (change: (list: Pricing) => void) => await saveList(await bodyWith(change)),
    saveOwn: (practice: GivenPractice, body: object, who = admin) =>
      test.as(who).call(pricing.saveOwn, { params: { id: practice.id }, body: body as never }),
    shownTo: async (who: TestUser, practice: GivenPractice) =>
      (await test.as(who).call(pricing.get, { params: { id: practice.id } })).body.pricing,
    versionsFor: (who: TestUser, practice: GivenPractice) =>
      test.as(who).call(pricing.own, { params: { id: practice.id } }),
  }
}
