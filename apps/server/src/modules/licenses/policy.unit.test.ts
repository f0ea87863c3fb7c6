import { expect, it } from 'vitest'
import { cellsOf, everybody, holdingOnly, practiceId, type Person } from '../../../test/facts.ts'
import { buysSeats, deletesLicenses, managesLicenses, readsLicense, setsSeats } from './policy.ts'

/** Who does what with licenses, by hand (`licenses/who-manages`, `licenses/extra`). */
const table = `
           super_admin admin supervisor tech_support partner owner manager member assistant outsider
  manages  yes         yes   yes        yes          -       -     -       -      -         -
  seats    yes         yes   -          -            -       -     -       -      -         -
  deletes  yes         yes   yes        -            -       -     -       -      -         -
  reads    yes         yes   yes        yes          -       yes   -       -      -         -
  buys     -           -     -          -            -       yes   -       -      -         -`

const practice = {
  organization_id: practiceId,
  organization_disabled: false,
  organization_archived: false,
  kind: 'practice',
} as const
const rules = {
  manages: managesLicenses,
  seats: setsSeats,
  deletes: deletesLicenses,
  reads: (who: Parameters<typeof buysSeats>[0]) => readsLicense(who, practice),
  buys: (who: Parameters<typeof buysSeats>[0]) => buysSeats(who, practice),
}

it.each(cellsOf<keyof typeof rules, Person>(table))('%s by %s: %s', (what, who, cell) => {
  expect(rules[what](everybody[who])).toBe(cell === 'yes')
})

it('a partner lab’s person manages none, even with the permission', () => {
  expect(managesLicenses(holdingOnly(everybody.partner, 'licenses.manage'))).toBe(false)
  expect(setsSeats(holdingOnly(everybody.partner, 'licenses.manage'))).toBe(false)
})

it('included seats ask for both permissions', () => {
  expect(setsSeats(holdingOnly(everybody.admin, 'licenses.manage'))).toBe(false)
  expect(setsSeats(holdingOnly(everybody.admin, 'orders.manage'))).toBe(false)
})

it('no one buys seats for a disabled or an archived practice', () => {
  expect(buysSeats(everybody.owner, { ...practice, organization_disabled: true })).toBe(false)
  expect(buysSeats(everybody.owner, { ...practice, organization_archived: true })).toBe(false)
})
