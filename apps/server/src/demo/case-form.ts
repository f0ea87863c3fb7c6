import { addDays, dayIn } from '@archwire/contract/core/dates.ts'
import { emptyRxForm, type RxFormValues } from '@archwire/contract/rx-forms/form.ts'
import type { Tooth } from '@archwire/contract/rx-forms/teeth.ts'
import { sayOf } from '@archwire/contract/rx-forms/tooth-chart.ts'
import { toothSets } from '@archwire/contract/rx-forms/tooth-sets.ts'
import type { Actor } from '../kernel/actor.ts'
import { demoNames } from './names.ts'
import type { CasePlan } from './plan.ts'

const notes = [
  'Please keep the midline diastema.',
  'Patient travels in spring; deliver before if possible.',
  'Avoid movement of the upper canines.',
  'Relapse after earlier treatment.',
]

/** What some doctors say of teeth; by name, so that all else of the demo data stays as it is. */
function chartOf(name: string): RxFormValues['tooth_chart'] {
  const sets = [[], ['extract_4', 'to_7'], [], ['no_wisdom', 'to_6'], [], [], ['extract_upper_4']][name.length % 7]!
  const chart = toothSets.filter(({ id }) => sets.includes(id)).reduce((said, set) => set.apply(said, 3), [] as Tooth[])
  return name.length % 7 === 1
    ? sayOf(chart, [13, 23], { bracket_height: 4.5, note: 'Canines come last; keep them passive.' })
    : chart
}

/** The Rx form of a demo case, as its doctor would fill it in that day. */
export function formOf(
  { practice, stage, prints, rush, method, arrival }: CasePlan,
  doctor: Actor,
  { zone, random }: { zone: string; random: () => number },
): RxFormValues {
  const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)]!
  const today = dayIn(zone, doctor.now)
  const [first, last] = [pick(demoNames.first), pick(demoNames.last)]
  const scan = random() < 0.8
  return {
    ...emptyRxForm(today),
    first_name: first,
    last_name: last,
    case_number_text: random() < 0.7 ? `${last.slice(0, 2)} ${Math.floor(1000 + random() * 9000)}` : '',
    user_id: doctor.userId,
    impression_date: addDays(today, -Math.floor(random() * 6)),
    impression_type: scan ? 4 : pick([1, 2] as const),
    scan_submission_type: scan ? 1 : null,
    scanner_type: scan ? pick([1, 2, 5]) : null,
    products_list: (scan ? pick([16, 32, 32]) : pick([1, 1, 2])) | (prints && random() < 0.4 ? 64 : 0),
    // Harbor's new cases wait for its partner lab, so that a partner's list shows work.
    ...(practice === 'harbor' && stage === 'new' ? { submission_completed_by: 3 as const } : {}),
    tooth_chart: chartOf(first + last),
    export_type: prints ? pick([1, 1, 2]) : null,
    print_assignment: prints ? 1 : null,
    rush_case: rush,
    rush_case_authorized_by: 'Patient leaves for college next week',
    shipping_method: prints ? method : null,
    bonding_date: prints ? arrival : null,
    special_instructions: random() < 0.5 ? pick(notes) : '',
  }
}
