import { describe, expect, it } from 'vitest'
import { refuseOtherPrices, requireShownPrices, type ShownPrices } from './rules.ts'

describe('the prices that a page showed (rx-form/price, requests/price)', () => {
  const holds = { version: 4, overrides: 2 }
  it.each<[shown: ShownPrices, refused: boolean]>([
    [{}, false],
    [{ price_list: 4, price_overrides: 2 }, false],
    [{ price_list: 4 }, false],
    [{ price_list: 3, price_overrides: 2 }, true],
    [{ price_list: 5, price_overrides: 2 }, true],
    [{ price_list: 4, price_overrides: 1 }, true],
    [{ price_overrides: 0 }, true],
  ])('%j: other ones are refused: %s', (shown, refused) => {
    const decide = () => refuseOtherPrices(holds, shown, 'ask')
    if (refused) expect(decide).toThrow('The lab’s prices have changed. Review the new price, then ask again.')
    else expect(decide).not.toThrow()
  })

  it('no own prices are version 0', () => {
    expect(() => refuseOtherPrices({ version: 4 }, { price_list: 4, price_overrides: 0 }, 'ask')).not.toThrow()
    expect(() => refuseOtherPrices({ version: 4 }, { price_list: 4, price_overrides: 1 }, 'ask')).toThrow()
  })

  it.each<[role: 'doctor' | 'lab_partner', shown: ShownPrices, missing: string[]]>([
    ['doctor', {}, ['price_list', 'price_overrides']],
    ['doctor', { price_list: 4 }, ['price_overrides']],
    ['doctor', { price_list: 4, price_overrides: 0 }, []],
    ['lab_partner', {}, []],
  ])('a %s who sends %j is asked for %j', (role, shown, missing) => {
    const decide = () => requireShownPrices({ role }, shown, 'submit')
    const fields = Object.fromEntries(missing.map((name) => [name, ['Review the price, then submit again.']]))
    if (missing.length === 0) expect(decide).not.toThrow()
    else expect(decide).toThrow(expect.objectContaining({ body: { code: 422, error: fields } }))
  })
})
