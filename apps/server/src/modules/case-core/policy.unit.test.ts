import type { Permission } from '@archwire/contract/permissions.ts'
import { assignment } from '@archwire/contract/rx-forms/options.ts'
import { describe, expect, it } from 'vitest'
import { caseFacts, cellsOf, everybody, holdingOnly, person, practiceId, type Person } from '../../../test/facts.ts'
import type { CaseFacts } from './facts.ts'
import { may } from './policy.ts'

type Action = keyof typeof may
const work = { L: assignment.ownLab, O: assignment.inOffice, T: assignment.thirdParty } as const
const asWork = (letter: string) => {
  const maker = work[letter as keyof typeof work]
  return caseFacts({ submission_completed_by: maker, trays_made_by: maker })
}

/**
 * Who may do what with a case that they see, by the party that makes its setup and its trays: L the lab, O the practice in its office, T the
 * third party; `-` never. By hand, as `people`, `cases` and `scans` define it (docs/product).
 */
const table = `
                         super_admin admin supervisor tech_support partner owner manager member assistant outsider
  approve                -           -     -          -            -       LOT   LOT     LOT    -         -
  request_changes        -           -     -          -            -       LOT   LOT     LOT    -         -
  mark_as_ready          L           L     L          L            -       -     -       -      -         -
  complete               LOT         LOT   LOT        LOT          T       O     O       O      -         -
  hold                   LOT         LOT   LOT        LOT          -       LOT   LOT     LOT    -         -
  unhold                 LOT         LOT   LOT        LOT          -       LOT   LOT     LOT    -         -
  assign                 LOT         LOT   LOT        -            -       LOT   LOT     -      -         -
  work_steps             L           L     L          L            T       -     -       -      -         -
  request_print          LOT         LOT   LOT        -            -       LOT   LOT     LOT    -         -
  request_correction     OT          OT    OT         -            T       O     O       O      O         -
  add_correction         LOT         LOT   LOT        LOT          T       -     -       -      -         -
  add_files              LOT         LOT   LOT        LOT          LOT     LOT   LOT     LOT    LOT       -
  add_ios                LOT         LOT   LOT        LOT          LOT     O     O       O      O         -
  add_report             LOT         LOT   LOT        LOT          LOT     -     -       -      -         -
  add_setup              LOT         LOT   LOT        LOT          T       O     O       O      O         -
  delete_photos          LOT         LOT   LOT        LOT          LOT     LOT   LOT     LOT    -         -
  delete_scans           LOT         LOT   LOT        LOT          LOT     LOT   LOT     LOT    -         -
  delete_ios             LOT         LOT   LOT        LOT          LOT     -     -       -      -         -
  delete_reports         LOT         LOT   LOT        LOT          LOT     -     -       -      -         -
  delete_setup           LOT         LOT   LOT        LOT          T       O     O       O      -         -
  delete_corrections     LOT         LOT   LOT        LOT          LOT     -     -       -      -         -
  write_doctor_notes     LOT         LOT   LOT        -            -       LOT   LOT     LOT    LOT       -
  write_management_notes LOT         LOT   LOT        LOT          LOT     -     -       -      -         -
  read_internal_notes    LOT         LOT   LOT        LOT          -       -     -       -      -         -
  write_internal_notes   LOT         LOT   LOT        LOT          -       -     -       -      -         -
  modify                 LOT         LOT   LOT        -            -       LOT   LOT     LOT    LOT       -
  modify_shipping        LOT         LOT   LOT        -            -       -     -       -      -         -
  cancel                 -           -     -          -            -       LOT   LOT     LOT    -         -
  cancel_started         LOT         LOT   LOT        -            -       -     -       -      -         -
  edit_names             LOT         LOT   LOT        LOT          -       -     -       -      -         -
  edit_case_number       LOT         LOT   LOT        LOT          -       LOT   LOT     LOT    LOT       -
  edit_suffix            LOT         LOT   LOT        LOT          -       -     -       -      -         -
  archive                LOT         LOT   LOT        -            -       -     -       -      -         -
  restore                LOT         LOT   LOT        -            -       -     -       -      -         -
  remove                 LOT         LOT   -          -            -       -     -       -      -         -`
const cells = cellsOf<Action, Person>(table)

it('the table names every action', () =>
  expect([...new Set(cells.map(([action]) => action))]).toEqual(Object.keys(may)))

/** The setups on which a person may do this, written as in the table. */
const allowed = (action: Action, who: Person, organization_disabled = false): string =>
  Object.keys(work)
    .filter((letter) => may[action](everybody[who], { ...asWork(letter), organization_disabled }))
    .join('') || '-'

it.each(cells)('%s by %s: %s', (action, who, cell) => expect(allowed(action, who)).toBe(cell))

it.each(cells)('%s by %s, of a disabled practice: it reads only, the lab goes on', (action, who, cell) => {
  const management = ['super_admin', 'admin', 'supervisor', 'tech_support', 'partner'].includes(who)
  expect(allowed(action, who, true)).toBe(management ? cell : '-')
})

/**
 * The permissions that grant something (`people/roles`): each alone is enough, for people whose action depends on
 * nothing else.
 */
const enough: [Action, Person, letter: string, Permission[]][] = [
  ['approve', 'owner', 'L', ['organization.patients.approve']],
  ['mark_as_ready', 'admin', 'L', ['rx-forms.manage', 'rx-forms.mark-as-ready']],
  ['mark_as_ready', 'owner', 'L', ['organization.rx-forms.mark-as-ready']],
  ['complete', 'supervisor', 'L', ['patients.manage', 'patients.complete-setup', 'patients.supervise']],
  ['complete', 'partner', 'T', ['patients.complete-setup']],
  ['complete', 'owner', 'O', ['organization.patients.complete-setup']],
  ['hold', 'admin', 'L', ['patients.manage', 'patients.supervise', 'patients.toggle-hold']],
  ['hold', 'owner', 'L', ['organization.patients.toggle-hold']],
  ['assign', 'tech_support', 'L', ['rx-forms.manage', 'rx-forms.assign']],
  ['assign', 'owner', 'L', ['organization.rx-forms.assign']],
  ['work_steps', 'tech_support', 'L', ['rx-forms.manage', 'rx-forms.update-management-data']],
  ['work_steps', 'partner', 'T', ['rx-forms.manage', 'rx-forms.update-management-data']],
  ['request_print', 'admin', 'L', ['customer-requests.manage']],
  ['request_print', 'owner', 'L', ['organization.printing-requests.create']],
  ['request_correction', 'admin', 'O', ['organizations.manage']],
  ['request_correction', 'owner', 'O', ['organization.add-arch']],
  ['add_correction', 'tech_support', 'L', ['patient-files.manage', 'patient-files.create']],
  ['add_correction', 'partner', 'T', ['patient-files.manage', 'patient-files.create']],
  ['add_files', 'tech_support', 'L', ['patient-files.manage', 'patient-files.create']],
  ['add_files', 'owner', 'L', ['organization.patient-files.create']],
  ['delete_photos', 'tech_support', 'L', ['patient-files.manage', 'patient-files.delete']],
  ['delete_photos', 'member', 'L', ['patient-files.delete', 'organization.patient-files.delete']],
  ['delete_scans', 'assistant', 'L', ['organization.patient-files.delete']],
  ['delete_ios', 'partner', 'T', ['patient-files.manage', 'patient-files.delete']],
  ['write_doctor_notes', 'supervisor', 'L', ['patients.doctor-notes.update']],
  ['write_doctor_notes', 'owner', 'L', ['organization.patients.doctor-notes.update']],
  ['write_management_notes', 'partner', 'L', ['patients.management-notes.update']],
  ['read_internal_notes', 'tech_support', 'L', ['patients.internal-notes.view']],
  ['write_internal_notes', 'tech_support', 'L', ['patients.internal-notes.create']],
  ['modify', 'tech_support', 'L', ['rx-forms.manage']],
  ['modify', 'assistant', 'L', ['organization.rx-forms.create']],
  ['edit_names', 'tech_support', 'L', ['patients.manage', 'patients.supervise', 'patients.create']],
  ['edit_case_number', 'tech_support', 'L', ['patients.manage', 'patients.supervise', 'patients.create']],
  ['edit_case_number', 'assistant', 'L', ['organization.rx-forms.create']],
  ['edit_suffix', 'tech_support', 'L', ['patients.manage', 'patients.supervise', 'patients.create']],
  ['archive', 'tech_support', 'L', ['patients.archive']],
  ['restore', 'admin', 'L', ['patients.manage', 'patients.supervise', 'patients.delete']],
  ['remove', 'admin', 'L', ['patients.manage', 'patients.delete']],
]
it.each(enough)('%s by %s (%s): each of %j is enough, nothing is not', (action, who, letter, permissions) => {
  const facts = asWork(letter)
  for (const name of permissions) expect(may[action](holdingOnly(everybody[who], name), facts), name).toBe(true)
  expect(may[action](holdingOnly(everybody[who]), facts)).toBe(false)
})

it('a partner assigns no setup, whatever it holds; a case without a form has none to assign (cases/assign)', () => {
  for (const letter of ['L', 'O', 'T'])
    expect(may.assign(holdingOnly(everybody.partner, 'rx-forms.assign', 'rx-forms.manage'), asWork(letter))).toBe(false)
  expect(may.assign(everybody.admin, { ...asWork('L'), rx_form_id: null })).toBe(false)
})

it('a partner changes the forms that it submitted, whatever else it holds (rx-form/who-changes)', () => {
  const { partner } = everybody
  const own = { ...asWork('T'), created_by_user_id: partner.userId }
  expect(may.modify(partner, own)).toBe(true)
  expect(may.modify(partner, asWork('T'))).toBe(false)
  expect(may.modify(holdingOnly(partner, 'rx-forms.create'), own)).toBe(true)
  expect(may.modify(holdingOnly(partner, 'organization.rx-forms.create'), own)).toBe(false)
})

it('refuses files of every kind to people without the right to add files', () => {
  for (const action of ['add_files', 'add_ios', 'add_report', 'add_setup', 'add_correction'] as const)
    for (const who of [everybody.admin, everybody.partner, everybody.owner])
      for (const letter of ['L', 'O', 'T']) expect(may[action](holdingOnly(who), asWork(letter)), action).toBe(false)
})

it('deleting a setup takes the rights to delete files and to upload the setup', () => {
  const inOffice = asWork('O')
  const member = (...names: Permission[]) => may.delete_setup(holdingOnly(everybody.member, ...names), inOffice)
  expect(member('organization.patient-files.delete', 'organization.patient-files.create')).toBe(true)
  expect(member('organization.patient-files.delete')).toBe(false)
  expect(member('organization.patient-files.create')).toBe(false)
})

it('whatever a practice holds, IOS files, reports and corrections are the lab’s to delete', () => {
  const holding = holdingOnly(everybody.owner, 'organization.patient-files.delete', 'patient-files.delete')
  for (const action of ['delete_ios', 'delete_reports', 'delete_corrections'] as const)
    for (const letter of ['L', 'O', 'T']) expect(may[action](holding, asWork(letter)), action).toBe(false)
})

it('a permission over print requests or doctor notes does not make a partner or tech support a writer of them', () => {
  const holding = (who: Person, name: Permission) => holdingOnly(everybody[who], name)
  expect(may.request_print(holding('partner', 'customer-requests.manage'), caseFacts())).toBe(false)
  for (const who of ['partner', 'tech_support'] as const)
    expect(may.write_doctor_notes(holding(who, 'patients.doctor-notes.update'), caseFacts())).toBe(false)
})

it('a practice names its case while it is New; a disabled one and a partner never do (cases/correct)', () => {
  const mayName = (who: Person, change = {}) => may.edit_names(everybody[who], caseFacts({ status: 'new', ...change }))
  const namers = (Object.keys(everybody) as Person[]).filter((who) => mayName(who))
  expect(namers).toEqual([
    'super_admin',
    'admin',
    'supervisor',
    'tech_support',
    'owner',
    'manager',
    'member',
    'assistant',
  ])
  expect(mayName('owner', { organization_disabled: true })).toBe(false)
  expect(mayName('admin', { organization_disabled: true })).toBe(true)
})

it('a practice deletes no case for good, whatever its people hold', () => {
  const holding = holdingOnly(everybody.owner, 'patients.manage', 'patients.delete')
  expect(may.remove(holding, caseFacts({ archived: true }))).toBe(false)
})

describe('a member approves', () => {
  const another = { user_id: 1, created_by_user_id: 2 }
  const { member, assistant, owner, admin } = everybody
  it('the own cases: those of which the member is the doctor, and those that the member started', () => {
    expect(may.approve(member, caseFacts({ ...another, user_id: member.userId }))).toBe(true)
    expect(may.approve(member, caseFacts({ ...another, created_by_user_id: member.userId }))).toBe(true)
    expect(may.approve(member, caseFacts(another))).toBe(false)
  })
  it('while an owner approves any, and an assistant none, not even one that the assistant started', () => {
    expect(may.approve(owner, caseFacts(another))).toBe(true)
    expect(may.approve(assistant, caseFacts({ created_by_user_id: assistant.userId }))).toBe(false)
  })
  it('and a role in another practice does not count', () => {
    const both = person('doctor', [99, 'organization_owner'], [practiceId, 'organization_member'])
    expect(may.approve(both, caseFacts(another))).toBe(false)
  })
  it('while management never does, whatever it holds', () => {
    const approver = { ...admin, permissions: new Set<Permission>(['organization.patients.approve']) }
    expect(may.approve(approver, caseFacts())).toBe(false)
  })
})

it('the owner of the trays decides who reports them, not the maker of the setup (corrections/who-asks)', () => {
  const by = (trays_made_by: CaseFacts['trays_made_by']) =>
    (Object.keys(everybody) as Person[]).filter((who) =>
      may.request_correction(everybody[who], caseFacts({ trays_made_by })),
    )
  expect(by(null)).toEqual([])
  expect(by(1)).toEqual([])
  expect(by(2)).toEqual(['super_admin', 'admin', 'supervisor', 'owner', 'manager', 'member', 'assistant'])
  expect(by(3)).toEqual(['super_admin', 'admin', 'supervisor', 'partner'])
})

it('a case without a work table has no steps to work', () => {
  for (const who of Object.values(everybody))
    expect(may.work_steps(who, caseFacts({ workflow_id: null })), who.role ?? '').toBe(false)
})
