import { caseLifecycle } from '@archwire/contract/patients/lifecycle.ts'
import type { RxFormContext, RxFormValues } from '@archwire/contract/rx-forms/form.ts'
import { changedFields, fieldsOf, settleChange, validateChange } from '@archwire/contract/rx-forms/modification.ts'
import { settle, validate } from '@archwire/contract/rx-forms/rules.ts'
import type { RxFormName } from '@archwire/contract/rx-forms/fields.ts'
import { expect, it } from 'vitest'
import { chanceOf } from '../../../../../tools/chance.ts'
import { caseFacts, everybody, type Person } from '../../../test/facts.ts'
import { randomForms, type RandomForm } from '../../../test/rx-forms/random-form.ts'
import { changeOf, openFields, type State, type Who } from '../../../test/rx-forms/second-modification.ts'
import type { Form, Known } from '../../../test/rx-forms/second-rules.ts'
import { modificationRules } from './rules.ts'

/** What may be changed of a submitted form, against a table that is typed apart (test/rx-forms/second-modification.ts). */
const count = process.env.LONG === '1' ? 20_000 : 2000

const nothing = { submits: false, choosesDoctor: false, assigns: false, managesForms: false }
const submits = { ...nothing, submits: true }
const byPerson: Record<Person, Who> = {
  super_admin: { submits: true, choosesDoctor: true, assigns: true, managesForms: true },
  admin: { submits: true, choosesDoctor: true, assigns: true, managesForms: true },
  supervisor: { submits: true, choosesDoctor: true, assigns: true, managesForms: true },
  tech_support: { ...nothing, choosesDoctor: true },
  partner: nothing,
  owner: { ...submits, choosesDoctor: true, assigns: true },
  manager: { ...submits, choosesDoctor: true, assigns: true },
  member: submits,
  assistant: { ...submits, choosesDoctor: true },
  outsider: nothing,
}
const statuses = caseLifecycle.states
const standings = [{}, { canceled: true }, { archived: true }]

const openOf = (person: Person, { status, canceled = false, archived = false }: State, change = {}): Set<string> =>
  new Set(
    fieldsOf(
      modificationRules(
        everybody[person],
        caseFacts({ status, cancelled: canceled, archived, rx_status: 'new', ...change }),
      ),
    ),
  )

it('opens the same fields to each person in each state', () => {
  for (const person of Object.keys(byPerson) as Person[])
    for (const status of statuses)
      for (const standing of standings) {
        const state = { status, ...standing }
        const expected = new Set(openFields(state, byPerson[person]))
        expect({ person, ...state, open: openOf(person, state) }).toEqual({ person, ...state, open: expected })
      }
})

it('opens to a partner the cases that it submitted, but not who makes them', () => {
  const who = { ...submits, choosesDoctor: true }
  for (const status of statuses) {
    const own = { created_by_user_id: everybody.partner.userId, submission_completed_by: 3 }
    expect(openOf('partner', { status }, own)).toEqual(new Set(openFields({ status }, who)))
  }
})

/** A form that may be submitted as it is. */
function mended(values: RxFormValues, context: RxFormContext): RxFormValues {
  const scan = values.impression_type === 4
  return settle(
    {
      ...values,
      first_name: 'Ada',
      last_name: 'Byron',
      case_number_text: 'A-1',
      user_id: 1,
      location_id: 1,
      impression_date: context.today,
      impression_type: values.impression_type ?? 1,
      scan_submission_type: scan ? 2 : null,
      custom_scanner_type_name: 'Heron',
      stl_files: [],
      products_list: scan ? 16 : 1,
      bracket_libraries: context.bracket_libraries.map(({ id }) => id),
      rush_case_authorized_by: 'Dr. Byron',
      boxes: 1,
      box_size: 'small',
      bonding_date: null,
    },
    context,
  )
}

/** The order of a chart is not a rule. */
const sorted = (form: RxFormValues): RxFormValues => ({
  ...form,
  tooth_chart: form.tooth_chart.toSorted((a, b) => a.tooth - b.tooth),
})

it(`judges ${count} random changes alike`, () => {
  const chance = chanceOf(20_261_128)
  const any = <T>(choices: readonly T[]): T => choices[Math.floor(chance() * choices.length)]!
  const seen = { closed: 0, undone: 0, wrong: 0, right: 0, same: 0 }
  const forms = randomForms(20_261_127, 2 * count)
  for (let number = 0; number < count; number += 1) {
    const { values, context } = forms.next().value as RandomForm
    const before = sorted(mended(values, context))
    expect(validate(before, context)).toEqual({})
    const other = (forms.next().value as RandomForm).values
    const names = Object.keys(before).filter(
      (name) => !['stl_files', 'rx_intraoral_photos', 'tooth_chart'].includes(name),
    ) as RxFormName[]
    const sent = Object.fromEntries(
      Array.from({ length: 1 + Math.floor(chance() * 3) }, () => any(names)).map((name) => [name, other[name]]),
    ) as Partial<RxFormValues>
    const [person, state] = [any(Object.keys(byPerson) as Person[]), { status: any(statuses) }]
    const open = openOf(person, state) as Set<RxFormName>
    const known: Known = {
      today: context.today,
      partner: context.has_partner,
      rush: context.rush_case_enabled,
      libraries: context.bracket_libraries.map(({ id }) => id),
      choosesDoctor: context.may_select_doctor,
      locations: context.location_ids,
    }
    const expected = changeOf(before as unknown as Form, sent, openFields(state, byPerson[person]), known)
    const after = { ...before, ...sent }
    const kept = settleChange(before, after, open, context)
    const changed = changedFields(before, kept)
    const asked = changedFields(before, after)
    const closed = asked.filter((name) => !open.has(name))
    // A change of something closed is refused before anything follows from it.
    if (closed.length > 0) {
      expect(closed).toEqual(expected.closed)
      seen.closed += 1
      continue
    }
    const found = {
      closed,
      undone: asked.filter((name) => !changed.includes(name)),
      wrong: new Set(Object.keys(validateChange(before, kept, open, context))),
      kept: sorted(kept),
    }
    expect({ number, before, sent, state, person, ...found }).toEqual({
      number,
      before,
      sent,
      state,
      person,
      ...expected,
      kept: sorted(expected.kept as unknown as RxFormValues),
      wrong: new Set(expected.wrong),
    })
    if (asked.length === 0) seen.same += 1
    else if (found.undone.length > 0) seen.undone += 1
    else if (found.wrong.size > 0) seen.wrong += 1
    else seen.right += 1
  }
  // Changes of every kind were seen.
  for (const [kind, times] of Object.entries(seen)) expect(times, kind).toBeGreaterThan(count / 100)
})
