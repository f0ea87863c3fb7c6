import { assignment } from '@archwire/contract/rx-forms/options.ts'
import { expect, it } from 'vitest'
import { caseFacts, everybody, type Person } from '../../../test/facts.ts'
import { presentSetupWork, seesTechnician, withoutTechnician } from './workflow.ts'

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
  const workflow = {
    id: 7,
    assigned_to: 3,
    saved_by: 'Tia',
    processes: [step],
    former_rounds: [{ round: 1, processes: [step] }],
  } as never as Parameters<typeof withoutTechnician>[0]
  const unnamed = { id: 1, process: 'Scan', user_id: null, tech_name: null, user_email: null }
  expect(withoutTechnician(workflow)).toEqual({
    id: 7,
    assigned_to: null,
    saved_by: null,
    processes: [unnamed],
    former_rounds: [{ round: 1, processes: [unnamed] }],
  })
})

it('the table of a setup is open to whose work it is; a state that closes it is named to them alone', () => {
  const row = {
    id: 7,
    assigned_to: { id: 3, full_name: 'Tia' },
    processes: [],
    former_rounds: [],
  } as never as Parameters<typeof presentSetupWork>[1]
  const { tech_support, partner } = everybody
  const byPartner = { submission_completed_by: assignment.thirdParty }
  expect(presentSetupWork(tech_support, row, caseFacts())).toEqual({ ...row, can: { edit: true }, why_not: {} })
  expect(presentSetupWork(tech_support, row, caseFacts({ is_on_hold: true }))).toMatchObject({
    can: { edit: false },
    why_not: { edit: 'This case is on hold.' },
  })
  expect(presentSetupWork(partner, row, caseFacts({ is_on_hold: true }))).toEqual({
    ...row,
    assigned_to: null,
    saved_by: null,
    can: { edit: false },
    why_not: {},
  })
  expect(presentSetupWork(partner, row, caseFacts(byPartner))).toEqual({ ...row, can: { edit: true }, why_not: {} })
})
