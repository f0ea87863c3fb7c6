import type { InitialSetupEdit, PrintRequestEdit } from '@archwire/contract/practice-defaults/schema.ts'
import { emptyRxForm } from '@archwire/contract/rx-forms/form.ts'
import { assignment, customScanner } from '@archwire/contract/rx-forms/options.ts'
import { settle, validate } from '@archwire/contract/rx-forms/rules.ts'
import { methodOf, reaches } from '../calendar/index.ts'
import type { Practice, Preferences } from '../organizations/index.ts'

/** Messages by field; none where all is well. */
type Problems = Record<string, string[]>

const notTogether = ['This does not fit the other choices.']
const noPartner = 'The practice has no partner lab.'

const places = ({ locations, unassigned_ids }: Practice) => [...locations.map(({ id }) => id), ...unassigned_ids]

/** What is wrong with what the forms of a practice are to start with. */
export function problemsOfForm(practice: Practice, next: Preferences): Problems {
  const problems: Problems = {}
  const doctor = next.default_doctor_id
  // A removed person or record must not block changes of the rest.
  const stored = practice.preferences
  if (doctor !== null && doctor !== stored.default_doctor_id && !practice.doctor_ids.includes(doctor))
    problems.default_doctor_id = ['This person is not a doctor of the practice.']
  const place = next.location_id
  if (place !== null && place !== stored.location_id && !places(practice).includes(place))
    problems.location_id = ['This location does not belong to the practice.']
  if ((next.scanner_type === customScanner) !== (next.custom_scanner_type_name !== ''))
    problems.custom_scanner_type_name = next.scanner_type === customScanner ? ['Required'] : notTogether
  // What is asked here does not depend on the day.
  const context = {
    today: '2000-01-01',
    has_partner: practice.partner !== null,
    rush_case_enabled: false,
    bracket_libraries: [],
    may_select_doctor: false,
    doctor_ids: [],
    location_ids: [],
  }
  const { impression_type, products_list, addon_options, export_type } = next
  const form = { ...emptyRxForm(context.today), impression_type, products_list, addon_options, export_type }
  const settled = settle(form, context)
  if (settled.products_list !== products_list) problems.products_list = notTogether
  else if (validate(form, context).products_list?.[0] === 'Choose one product')
    problems.products_list = ['Choose one product']
  if (settled.addon_options !== addon_options) problems.addon_options = notTogether
  return problems
}

/** What is wrong with who is to do a part of the work: the usual one is among the allowed ones, and one of them can. */
function problemsOfAssignment(
  practice: Practice,
  [allowedName, allowed]: [string, readonly number[]],
  [usualName, usual]: [string, number],
): Problems {
  if (!allowed.includes(usual)) return { [usualName]: ['Choose one of the enabled options.'] }
  const unchanged = JSON.stringify([allowed, usual])
  const before = practice.preferences as unknown as Record<string, unknown>
  if (practice.partner !== null || unchanged === JSON.stringify([before[allowedName], before[usualName]])) return {}
  if (usual === assignment.thirdParty) return { [usualName]: [noPartner] }
  return allowed.every((id) => id === assignment.thirdParty) ? { [allowedName]: [noPartner] } : {}
}

/** What is wrong with who is to make the setups. */
export const problemsOfInitialSetup = (practice: Practice, edit: InitialSetupEdit): Problems =>
  problemsOfAssignment(
    practice,
    ['allowed_assignments', edit.allowed_assignments],
    ['submission_completed_by', edit.submission_completed_by],
  )

/** What is wrong with who is to print, and where and how it is to ship. */
export function problemsOfPrintRequest(practice: Practice, edit: PrintRequestEdit): Problems {
  const place = edit.shipping_location_id
  const method = methodOf(edit.shipping_method)
  const country = practice.locations.find(({ id }) => id === place)?.country ?? practice.locations[0]?.country ?? 'USA'
  return {
    ...problemsOfAssignment(
      practice,
      ['allowed_print_assignments', edit.allowed_print_assignments],
      ['print_assignment', edit.print_assignment],
    ),
    ...problemsOfAssignment(
      practice,
      ['allowed_insert_brackets_assignments', edit.allowed_insert_brackets_assignments],
      ['insert_brackets_assignment', edit.insert_brackets_assignment],
    ),
    ...(place !== null &&
      !places(practice).includes(place) && {
        shipping_location_id: ['This location does not belong to the practice.'],
      }),
    ...((!method || !reaches(method, country)) && {
      shipping_method: ['This shipping method is not available there.'],
    }),
  }
}
