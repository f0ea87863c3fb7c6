import { chanceOf } from '../../../../tools/chance.ts'
import type { UploadedFile } from '@archwire/contract/rx-forms/fields.ts'
import type { Tooth, ToothState } from '@archwire/contract/rx-forms/teeth.ts'
import { emptyRxForm, type RxFormContext, type RxFormValues } from '@archwire/contract/rx-forms/form.ts'
import { context, today } from '../../../../packages/contract/test/rx-form.ts'

/** A form that no one would fill in: every field at one of its values or beyond them, whatever the others are. */
export interface RandomForm {
  values: RxFormValues
  context: RxFormContext
}

/** Forms by a seed, as many as are asked for. */
export function* randomForms(seed: number, count: number): Generator<RandomForm> {
  const chance = chanceOf(seed)
  const any = <T>(...choices: readonly T[]): T => choices[Math.floor(chance() * choices.length)]!
  const flags = (...bits: number[]) => bits.reduce((sum, bit) => (chance() < 0.3 ? sum | bit : sum), 0)
  const scan = (kind?: 'bite'): UploadedFile => ({
    file_path: `upload-${Math.floor(chance() * 1e9)}`,
    name: 'upper.stl',
    jaws_id: any<1 | 2 | 3>(1, 2, 3),
    ...(kind && { kind }),
  })
  /** Beyond what a person can say: heights of missing teeth, entries that say nothing, in any order. */
  const teeth = (): Tooth[] =>
    [18, 14, 11, 26, 37, 41, 48, 53, 75]
      .filter(() => chance() < 0.2)
      .map((tooth) => ({
        tooth,
        state: any<ToothState>('present', 'present', 'extract', 'missing', 'unerupted'),
        no_bracket: any(true, false),
        bracket_height: any(null, 0.5, 4.5, 10),
        note: any('', '', ' ', 'Chipped'),
      }))
      .toReversed()
  for (let number = 0; number < count; number++) {
    const at = any(
      '',
      'Ada',
      'Ada',
      "O'Neil",
      'ada',
      'Jean-Luc',
      'Müller',
      '3D',
      '(Jo)',
      ' ',
      'A'.repeat(101),
      'Ada lovelace',
    )
    const values: RxFormValues = {
      ...emptyRxForm(today),
      first_name: at,
      last_name: any('Byron', 'Byron', 'De La Cruz', 'byron', 'St. John', '', 'Łuk', 'X_Y'),
      case_number_text: any('', 'A-1', '12 (b)', 'a#1', 'ÄÖ.'),
      user_id: any(null, 1, 1, 1),
      location_id: any(null, 1, 1, 1),
      impression_date: any(null, today, '2025-11-20', '2025-11-19', '2026-11-21', '2026-05-01', today),
      impression_type: any(null, 1, 2, 4, 4),
      scan_submission_type: any(null, 1, 2),
      scanner_type: any(null, 1, 2, 3, 4, 5, 7),
      custom_scanner_type_name: any('', ' ', 'Heron'),
      stl_files: any([], [], [scan()], [scan('bite')], [scan(), scan('bite')]),
      products_list: flags(1, 2, 4, 8, 16, 32, 64),
      export_type: any(null, 1, 1, 2, 3),
      bracket_libraries: any([], [7], [7, 8]),
      jaws_id: any(1, 2, 3),
      arch_mode: any(1, 2, 3, 4),
      addon_options: flags(1, 2, 4, 8, 16),
      tooth_chart: teeth(),
      root_integration: any(true, false),
      submission_completed_by: any(1, 1, 2, 3),
      print_assignment: any(null, 1, 2, 3),
      insert_brackets_assignment: any(null, 1, 2, 3),
      shipping_location_id: any(null, 1),
      shipping_method: any(null, 'standard', 'express', 'urgent', 'lightspeed', 'international'),
      bonding_date: any(null, today, '2026-11-19', '2027-05-20', '2027-05-21', '2026-12-31'),
      rush_case: any(true, false, false),
      rush_case_authorized_by: any('', ' ', 'Dr. Byron, wedding'),
      special_instructions: any('', 'Keep the diastema.'),
      order_more_supplies: any(true, false),
      boxes: any(null, 1, 10),
      box_size: any(null, 'small', 'large'),
      impression_baggies: any(null, 5, 50),
    }
    yield {
      values,
      context: {
        ...context,
        has_partner: any(true, false),
        rush_case_enabled: any(true, true, false),
        bracket_libraries: any(
          [],
          [
            { id: 7, member_ids: [] },
            { id: 8, member_ids: [] },
          ],
        ),
        may_select_doctor: any(true, false),
        location_ids: any([1], []),
      },
    }
  }
}
