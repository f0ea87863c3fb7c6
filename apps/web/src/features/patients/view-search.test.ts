import { expect, test } from 'vitest'
import { searchOfView, viewTextOf } from './view-search.ts'

test('a view keeps filters, order and page size, in one order of keys', () => {
  const search = {
    page: '3',
    perPage: '25',
    orderBy: 'created_at',
    order: 'desc',
    'filter[request_step]': 'Pour Up,Ship QA',
    chosen_wi_organization_id: '4',
    queryName: 'Jane',
  }
  expect(viewTextOf(search)).toBe('filter[request_step]=Pour%20Up,Ship%20QA&order=desc&orderBy=created_at&perPage=25')
  expect(viewTextOf({ queryName: 'Jane', queryUser: '5' })).toBe('queryName=Jane&queryUser=5')
  expect(viewTextOf({})).toBe('')
})

test('a saved search is read again, without what the list does not know', () => {
  const search = { 'filter[request_step]': 'Pour Up,Ship QA', perPage: '25' }
  expect(searchOfView(viewTextOf(search))).toEqual(search)
  expect(searchOfView('filter[gone]=1&filter[rush_case_only]=1&page=2')).toEqual({ 'filter[rush_case_only]': '1' })
  expect(searchOfView('')).toEqual({})
})
