import { expect, it } from 'vitest'
import { ofPractice } from './list-search.ts'

it('the page of a practice lists all of its cases, until something is searched for (work/of-practice)', () => {
  expect(ofPractice({}, 2)).toEqual({
    'filter[active_request_only]': '0',
    orderBy: 'created_at',
    order: 'desc',
    queryOrganization: '2',
  })
  expect(ofPractice({ page: undefined as never }, 2)).toHaveProperty('orderBy', 'created_at')
  // "Inactive too" was switched off: the order stays in the address.
  expect(ofPractice({ orderBy: 'created_at', order: 'desc' }, 2)).not.toHaveProperty('filter[active_request_only]')
  expect(ofPractice({ 'filter[search]': 'Ada' }, 2)).toEqual({ 'filter[search]': 'Ada', queryOrganization: '2' })
})
