import { afterAll, beforeAll, expect, test } from 'vitest'
import { doctorHit, givenHit } from '../../../test/given-index.ts'
import { showTimesIn } from '../../lib/format.ts'
import { momentInFile, momentInName } from '../../lib/times-in-files.ts'
import { csvOfHits, nameOfFile } from './csv-rows.ts'

beforeAll(() => showTimesIn('America/Denver'))
afterAll(() => showTimesIn(null))

/** Reads a file as RFC 4180 writes it, apart from what wrote it. */
function rowsOf(text: string): string[][] {
  const rows: string[][] = [[]]
  for (const [, quoted, plain = '', end] of text.slice(1).matchAll(/(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r\n|$)/g)) {
    rows.at(-1)!.push(quoted?.replaceAll('""', '"') ?? plain)
    if (end === '\r\n') rows.push([])
    if (end === '') break
  }
  return rows.slice(0, -1)
}

test('the file has its columns word for word, and a row for each hit', () => {
  const text = csvOfHits([
    givenHit({ full_name: 'Smith, "Braces" & Sons', customized_fees: ['general', 'pvs_or_stone_model'] }),
    doctorHit,
    {
      ...doctorHit,
      filter: 'admin',
      full_name: '=cmd()',
      organizations: [],
      status: null,
      onboarding: null,
      payment: null,
      organization_type: null,
      invoice_version: null,
      first_case_submission: null,
      newest_case_submission: null,
      number_of_cases: 0,
    },
  ])
  expect(text.startsWith('\uFEFF')).toBe(true)
  const times = ['2026-Jan-05 12:00 pm -07:00', '2026-Jan-09 2:05 pm -07:00', '2026-Jul-21 2:05 pm -06:00']
  expect(rowsOf(text)).toEqual([
    [
      'Organization',
      'Name',
      'Email',
      'Role',
      'Joined Date',
      'First Case Submitted',
      'Last Case Submitted',
      'Status',
      'Onboarding Status',
      'Payment Status',
      'Customized Fees',
      'Organization Type',
      'Invoice Version',
      'Number of Cases',
    ],
    [
      'Smith, "Braces" & Sons',
      'Smith, "Braces" & Sons',
      'desk@summit.example',
      'Organization',
      ...times,
      'Active',
      'Completed',
      'Paid',
      'General, PVS or Stone Model',
      'Orthodontist',
      'New',
      '1234',
    ],
    [
      'Summit',
      'Jane Marsh',
      'desk@summit.example',
      'Doctor',
      ...times,
      'Active',
      'Completed',
      'Paid',
      '',
      'Orthodontist',
      'New',
      '1234',
    ],
    ['', "'=cmd()", 'desk@summit.example', 'Admin', times[0], '', '', '', '', '', '', '', '', '0'],
  ])
})

test.each([
  ['America/Denver', '2026-11-21T21:05:09Z', '2026-Nov-21 2:05 pm -07:00', '2026-11-21-140509'],
  ['America/Denver', '2026-07-01T06:00:00Z', '2026-Jul-01 12:00 am -06:00', '2026-07-01-000000'],
  ['UTC', '2026-11-21T12:00:59.900Z', '2026-Nov-21 12:00 pm +00:00', '2026-11-21-120059'],
  ['Asia/Kolkata', '2026-12-31T20:30:00Z', '2027-Jan-01 2:00 am +05:30', '2027-01-01-020000'],
])('in %s, %s is %s, and %s in the name of a file', (zone, instant, cell, name) => {
  showTimesIn(zone)
  expect([momentInFile(instant), momentInName(instant)]).toEqual([cell, name])
  expect(nameOfFile(instant)).toBe(`organizations-and-users-${name}.csv`)
  showTimesIn('America/Denver')
})
