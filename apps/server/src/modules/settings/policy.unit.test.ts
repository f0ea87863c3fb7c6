import { expect, it } from 'vitest'
import { cellsOf, everybody, type Person } from '../../../test/facts.ts'
import { editsSettings } from './policy.ts'

/** Who changes the settings of the lab, by hand (`organizations/who-sets`). */
const table = `
         super_admin admin supervisor tech_support partner owner manager member assistant outsider
  edits  yes         yes   -          -            -       -     -       -      -         -`

it.each(cellsOf<'edits', Person>(table))('%s by %s: %s', (_, who, cell) => {
  expect(editsSettings(everybody[who])).toBe(cell === 'yes')
})
