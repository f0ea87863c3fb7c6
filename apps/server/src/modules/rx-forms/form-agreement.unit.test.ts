import { settle, validate } from '@archwire/contract/rx-forms/rules.ts'
import { expect, it } from 'vitest'
import { randomForms } from '../../../test/rx-forms/random-form.ts'
import { complete, problems, type Form, type Known } from '../../../test/rx-forms/second-rules.ts'

/** The rules that page and server share against a second set, typed apart (test/rx-forms/second-rules.ts). */
const count = process.env.LONG === '1' ? 20_000 : 2000

it(`both complete and judge ${count} random forms alike`, () => {
  let [right, wrong] = [0, 0]
  for (const { values, context } of randomForms(20_261_124, count)) {
    const known: Known = {
      today: context.today,
      partner: context.has_partner,
      rush: context.rush_case_enabled,
      libraries: context.bracket_libraries.map(({ id }) => id),
      choosesDoctor: context.may_select_doctor,
      locations: context.location_ids,
    }
    const settled = settle(values, context)
    const completed = complete(values as unknown as Form, known)
    // In which order a chart is kept is no one's rule.
    const tooth_chart = settled.tooth_chart.toSorted((a, b) => a.tooth - b.tooth)
    expect({ ...settled, tooth_chart }).toEqual(completed)
    const errors = Object.fromEntries(
      Object.entries(validate(settled, context)).map(([field, [message]]) => [field, message]),
    )
    expect({ form: values, errors }).toEqual({ form: values, errors: problems(completed, known) })
    if (Object.keys(errors).length === 0) right += 1
    else wrong += 1
  }
  // Forms of both kinds were seen.
  expect(right).toBeGreaterThan(count / 100)
  expect(wrong).toBeGreaterThan(count / 4)
})
