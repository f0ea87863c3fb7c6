import { emptyRxForm, type RxFormContext, type RxFormValues } from '../src/rx-forms/form.ts'
import { settle, validate } from '../src/rx-forms/rules.ts'

/** An Rx form that may be submitted as it stands, changed as a test says. */
export const today = '2026-11-20'
export const context: RxFormContext = {
  today,
  has_partner: false,
  rush_case_enabled: true,
  bracket_libraries: [],
  may_select_doctor: false,
  doctor_ids: [1],
  location_ids: [1],
}
export const form = (change: Partial<RxFormValues> = {}): RxFormValues => ({
  ...emptyRxForm(today),
  first_name: 'Ada',
  last_name: 'Byron',
  impression_type: 1,
  products_list: 1,
  location_id: 1,
  ...change,
})
export const settled = (change: Partial<RxFormValues>, also: Partial<RxFormContext> = {}) =>
  settle(form(change), { ...context, ...also })
export const wrong = (change: Partial<RxFormValues>, also: Partial<RxFormContext> = {}) =>
  validate(settled(change, also), { ...context, ...also })
