import { describe, expect, test } from 'vitest'
import { filterOf, hitsQuery, queriesOf, type GlobalTexts, type Reader } from './queries.ts'

const lab: Reader = { seesArchived: false, zone: 'America/Denver' }
const archivist: Reader = { ...lab, seesArchived: true }
const current = 'is_archived = false'

/** Addresses and the filters that they ask the index with, by hand. */
const table: [words: string, search: GlobalTexts, reader: Reader, filters: string[]][] = [
  ['nothing', {}, lab, [current]],
  ['roles', { 'filter[roles]': 'doctor,organization' }, lab, [current, 'filter IN [doctor, organization]']],
  [
    'all facets',
    {
      'filter[status]': '3,4',
      'filter[payment]': 'NOT_PAID',
      'filter[fees]': '3d_printed_study',
      'filter[organization_type]': '7',
      'filter[invoice_version]': 'New,Old',
    },
    lab,
    [
      current,
      'status IN [3, 4]',
      'payments IN [NOT_PAID]',
      'fees IN [3d_printed_study]',
      'organization_types IN [7]',
      'invoice_versions IN [New, Old]',
    ],
  ],
  ['organizations', { chosen_wi_organization_id: '7,12' }, lab, [current, 'organization_ids IN [7, 12]']],
  ['the toggle', { 'filter[archived]': '1' }, archivist, []],
  ['the toggle without the permission', { 'filter[archived]': '1' }, lab, [current]],
  ['status 6', { 'filter[status]': '3,6' }, archivist, ['status IN [3, 6]']],
  ['status 6 without the permission', { 'filter[status]': '6' }, lab, [current, 'status IN [6]']],
  // Midnights of Denver: 06:00 UTC in summer, 07:00 UTC in winter; the last day is included.
  [
    'days of joining',
    { 'filter[joined_between]': '2026-07-01,2026-12-31' },
    lab,
    [
      current,
      `joined_timestamp >= ${Date.UTC(2026, 6, 1, 6) / 1000}`,
      `joined_timestamp < ${Date.UTC(2027, 0, 1, 7) / 1000}`,
    ],
  ],
  [
    'an open end',
    { 'filter[joined_between]': ',2026-03-08' },
    lab,
    [current, `joined_timestamp < ${Date.UTC(2026, 2, 9, 6) / 1000}`],
  ],
]

describe('filters', () => {
  test.each(table)('%s', (_, search, reader, filters) => expect(filterOf(search, reader)).toEqual(filters))
})

test('hits are sorted by name, by the chosen order, and by relevance alone while a keyword is set', () => {
  expect(hitsQuery({}, lab)).toEqual({
    q: '',
    filter: [current],
    matchingStrategy: 'all',
    page: 1,
    hitsPerPage: 10,
    sort: ['full_name_sort:asc'],
  })
  expect(hitsQuery({ sort: '-average_cases', page: '3', perPage: '50' }, lab)).toMatchObject({
    sort: ['average_cases:desc'],
    page: 3,
    hitsPerPage: 50,
  })
  expect(hitsQuery({ sort: '-average_cases', 'filter[search]': 'summit' }, lab)).not.toHaveProperty('sort')
})

test('a facet that filters is counted without itself, and a keyword besides without the keyword', () => {
  const asked = queriesOf({ 'filter[search]': 'summit', 'filter[roles]': 'doctor', 'filter[status]': '4' }, lab)
  expect(asked.map(({ counts, query }) => [counts, query.q, query.hitsPerPage, query.filter])).toEqual([
    ['hits', 'summit', 10, [current, 'filter IN [doctor]', 'status IN [4]']],
    ['found', '', 0, [current, 'filter IN [doctor]', 'status IN [4]']],
    ['filter[roles]', 'summit', 0, [current, 'status IN [4]']],
    ['filter[status]', 'summit', 0, [current, 'filter IN [doctor]']],
  ])
  expect(asked[0]!.query.facets).toEqual([
    'filter',
    'status',
    'payments',
    'fees',
    'organization_types',
    'invoice_versions',
  ])
})

test('the status Archived has its count also while archived records are left out', () => {
  expect(queriesOf({}, lab).map(({ counts }) => counts)).toEqual(['hits'])
  expect(queriesOf({}, archivist).map(({ counts, query }) => [counts, query.filter])).toEqual([
    ['hits', [current]],
    ['filter[status]', []],
  ])
})
