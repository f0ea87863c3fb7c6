import { describe, expect, it } from 'vitest'
import { priceList } from '../../../../../packages/contract/test/price-list.ts'
import { changesOfLists, changesOfOwn, type SavedList, type SavedOwn } from './changes.ts'

const saved = (version: number) => ({ version, created_at: `2026-11-0${version}T00:00:00.000Z`, created_by: null })

describe('what a new list changed', () => {
  it('is said of each list against the one before; of the first one nothing is', () => {
    const list = (version: number, change: (prices: typeof priceList) => void): SavedList => {
      const prices = structuredClone(priceList)
      change(prices)
      return { ...saved(version), prices }
    }
    const lists = [
      list(3, (prices) => {
        prices.arch.print = 1
        prices.arch_volume_discounts = []
        prices.settings.delay_case_charging = 20
      }),
      list(2, (prices) => (prices.arch.print = 1)),
      list(1, (prices) => (prices.arch.print = 1250)),
    ]
    expect(changesOfLists(lists).map(({ version, changes }) => [version, changes])).toEqual([
      [
        3,
        [
          { field: 'settings.delay_case_charging', before: priceList.settings.delay_case_charging, after: 20 },
          { field: 'arch_volume_discounts', before: priceList.arch_volume_discounts, after: [] },
        ],
      ],
      [2, [{ field: 'arch.print', before: 12.5, after: 0.01 }]],
      [1, []],
    ])
  })
})

describe('what a save of own prices changed', () => {
  it('is said from the newest on, of each field against the last save that set it', () => {
    const save = (version: number, fields: SavedOwn['fields']): SavedOwn => ({ ...saved(version), fields })
    const tiers = [{ volume: 4, discount: 12.5 }]
    expect(
      changesOfOwn([
        save(1, { 'arch.print': 950, 'settings.delay_payment_processing': 10 }),
        save(2, { 'arch.software': 0, arch_volume_discounts: tiers }),
        save(3, { 'arch.print': null, arch_volume_discounts: [] }),
      ]).map(({ version, changes }) => [version, changes]),
    ).toEqual([
      [
        3,
        [
          { field: 'arch.print', before: 9.5, after: null },
          { field: 'arch_volume_discounts', before: tiers, after: [] },
        ],
      ],
      [
        2,
        [
          { field: 'arch.software', before: null, after: 0 },
          { field: 'arch_volume_discounts', before: null, after: tiers },
        ],
      ],
      [
        1,
        [
          { field: 'arch.print', before: null, after: 9.5 },
          { field: 'settings.delay_payment_processing', before: null, after: 10 },
        ],
      ],
    ])
  })
})
