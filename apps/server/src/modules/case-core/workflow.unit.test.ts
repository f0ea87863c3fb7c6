import { assignment } from '@archwire/contract/rx-forms/options.ts'
import { expect, it } from 'vitest'
import { everybody, type Person } from '../../../test/facts.ts'
import { seesTechnician, withoutTechnician } from './workflow.ts'

/** `work/named`: technicians are named to staff, and to the partner for its own work; to practices it is the lab. */
const staff: Person[] = ['super_admin', 'admin', 'supervisor', 'tech_support']
it.each(Object.keys(everybody) as Person[])('whether %s reads who works', (who) => {
  for (const work of [assignment.ownLab, assignment.inOffice, assignment.thirdParty, null])
    expect(seesTechnician(everybody[who], work), String(work)).toBe(
      staff.includes(who) || (who === 'partner' && work === assignment.thirdParty),
    )
})

it('a workflow without its technician tells everything else', () => {
  const step = { id: 1, process: 'Scan', user_id: 3, tech_name: 'Tia', user_email: 'tia@example.com' }
  const workflow = { id: 7, assigned_to: 3, processes: [step] } as never as Parameters<typeof withoutTechnician>[0]
  expect(withoutTechnician(workflow)).toEqual({
    id: 7,
    assigned_to: null,
    processes: [{ id: 1, process: 'Scan', user_id: null, tech_name: null, user_email: null }],
  })
})
