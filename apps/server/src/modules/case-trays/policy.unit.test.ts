import { expect, it } from 'vitest'
import { cellsOf, everybody, type Person } from '../../../test/facts.ts'
import { may } from './policy.ts'
import { blocked, staysOut } from './rules.ts'

/** Who may do what with a tray of 8, by hand (`trays/who`). */
const cells = cellsOf<keyof typeof may, Person>(`
                        super_admin admin supervisor tech_support partner owner manager member assistant outsider
  archive               yes         yes   -          -            -       -     -       -      -         -
  generate_shipping_id  yes         yes   -          -            -       -     -       -      -         -`)

it('the table names every action', () =>
  expect([...new Set(cells.map(([action]) => action))]).toEqual(Object.keys(may)))

it.each(cells)('%s by %s: %s', (action, who, cell) => expect(may[action](everybody[who])).toBe(cell === 'yes'))

it.each([
  [{ archived: false, shipping_id_text: null }, null, null],
  [{ archived: false, shipping_id_text: 'TRAY-2026-1' }, null, 'This tray already has a Tray ID.'],
  [{ archived: true, shipping_id_text: null }, 'This tray is archived.', 'This tray is archived.'],
])('what stops somebody from archiving %j, and from a Tray ID', (facts, archive, generate) => {
  expect([blocked.archive(facts), blocked.generate_shipping_id(facts)]).toEqual([archive, generate])
})

it.each([
  [{ archived: false, is_on_hold: false, tray_number: null }, null],
  [{ archived: true, is_on_hold: true, tray_number: 'T1' }, 'is archived'],
  [{ archived: false, is_on_hold: true, tray_number: 'T1' }, 'is on hold'],
  [{ archived: false, is_on_hold: false, tray_number: 'T1' }, 'is in tray T1'],
])('why %j stays out of a tray', (facts, reason) => expect(staysOut(facts)).toBe(reason))
