import { isNames } from '@archwire/contract/core/search-keys.ts'
import { filterable, sortable } from '@archwire/contract/search/document.ts'
import { expect, test } from 'vitest'
import { facets, isOffered, sortOptions } from './facets.ts'
import { globalSearch, orders, readGlobalSearch } from './search.ts'

test('the address takes exactly the values that the filters offer, and the index knows them', () => {
  for (const { key, attribute, options } of facets) {
    expect(Object.keys(filterable)).toContain(attribute)
    const kind = globalSearch[key]
    if (typeof kind === 'object' && isNames(kind))
      expect([...kind.names].toSorted(), key).toEqual(options!.map(({ id }) => id).toSorted())
  }
  expect(orders.filter((order) => !(order in sortable))).toEqual([])
  for (const { id } of sortOptions) expect(readGlobalSearch({ sort: id })).toEqual({ sort: id })
})

test('an address that a gauge of the dashboard links to is read as it is', () => {
  const linked = { 'filter[roles]': 'doctor,staff_member', 'filter[status]': '6' }
  expect(readGlobalSearch(linked)).toEqual(linked)
  expect(readGlobalSearch({ 'filter[roles]': 'king', 'filter[joined_between]': '2026-02-30,' })).toEqual({
    'filter[roles]': undefined,
    'filter[joined_between]': undefined,
  })
})

test('only people who see archived records are offered the status Archived', () => {
  const status = facets.find(({ key }) => key === 'filter[status]')!
  const offered = (sees: boolean) => status.options!.filter((option) => isOffered(status, option, sees))
  expect(offered(true).map(({ label }) => label)).toEqual([
    'Lead',
    'Onboarding',
    'New',
    'Active',
    'Passive',
    'Archived',
  ])
  expect(offered(false).map(({ label }) => label)).toEqual(['Lead', 'Onboarding', 'New', 'Active', 'Passive'])
})
