import { dayIn } from '@archwire/contract/core/dates.ts'
import type { RxFormContext, RxFormValues } from '@archwire/contract/rx-forms/form.ts'
import { ships, type FormErrors } from '@archwire/contract/rx-forms/rules.ts'
import type { Actor } from '../../../kernel/actor.ts'
import { approveBy, methodOf, planShipping, reaches } from '../../calendar/index.ts'
import { selectsDoctorHere, todayAt, type Practice } from '../../organizations/index.ts'
import { preferred } from '../../practice-defaults/index.ts'

/** The lab's clock, and how long it makes things. */
export interface Lab {
  zone: string
  productionDays: number
  /** Business days between an approval and the day on which the print leaves. */
  printDays: number
}

/** What the rules have to know about the practice; the browser gets the same from `rx_form_preference`. */
export function contextOf(practice: Practice, actor: Actor, { zone }: Lab): RxFormContext {
  return {
    today: dayIn(zone, actor.now),
    today_at: (locationId) => todayAt(practice, locationId, actor.now),
    has_partner: practice.partner !== null,
    rush_case_enabled: practice.rush_case_enabled,
    bracket_libraries: practice.bracket_libraries,
    ...preferred(practice, actor),
    may_select_doctor: selectsDoctorHere(actor, practice),
    doctor_ids: practice.doctor_ids,
    location_ids: practice.locations.map((location) => location.id),
  }
}

/** When the case arrives, has to leave, and is to be approved; production starts at once in a rush. */
export function planOf(form: RxFormValues, at: Date, { zone, productionDays, printDays }: Lab) {
  const offset = form.rush_case ? 0 : productionDays
  const method = ships(form) ? methodOf(form.shipping_method) : undefined
  const plan = planShipping({ at, zone, offset, method }, form.bonding_date)
  return { ...plan, approveBy: plan.problem === null ? approveBy(plan, { zone, printDays }) : null }
}

/** What is wrong with the people, places and methods that a form names; the rules know no more than their numbers. */
export function namedWrongly(form: RxFormValues, context: RxFormContext, practice: Practice): FormErrors {
  const errors: FormErrors = {}
  if (form.user_id !== null && !practice.doctor_ids.includes(form.user_id))
    errors.user_id = [
      context.may_select_doctor ? 'This person is not a doctor of the practice.' : 'Only doctors can submit cases.',
    ]
  for (const field of ['location_id', 'shipping_location_id'] as const)
    if (form[field] !== null && !context.location_ids.includes(form[field]))
      errors[field] = [
        practice.unassigned_ids.includes(form[field])
          ? 'This location is not assigned to you.'
          : 'This location does not belong to the practice.',
      ]
  if (form.shipping_method !== null && !methodFits(form, practice))
    errors.shipping_method = ['This shipping method is not available there.']
  const libraries = new Set(context.bracket_libraries.map(({ id }) => id))
  if (!form.bracket_libraries.every((id) => libraries.has(id)))
    errors.bracket_libraries = ['These bracket libraries do not exist.']
  return errors
}

function methodFits(form: RxFormValues, practice: Practice): boolean {
  const method = methodOf(form.shipping_method)
  const place = practice.locations.find((location) => location.id === form.shipping_location_id)
  return method !== undefined && reaches(method, place?.country ?? 'USA')
}
