import { promotionCodeSearch } from '@archwire/contract/promotion-codes/search.ts'
import { expect, it, vi } from 'vitest'
import { useListState } from './list-state.ts'

it('what an address carries besides is neither asked of the server nor a filter, and is gone after the next one', () => {
  const onSearch = vi.fn()
  const search = { code: 'SPRING', utm_source: 'mail' } as { code: string }
  const list = useListState(promotionCodeSearch, { search, onSearch })
  expect(list.query).toEqual({ code: 'SPRING' })
  expect([list.active, list.filtered]).toEqual([1, true])
  list.set({ value: '5' })
  expect(onSearch).toHaveBeenCalledWith({ code: 'SPRING', value: '5' })
})
