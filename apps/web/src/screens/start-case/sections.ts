import type { RxFormValues } from '@archwire/contract/rx-forms/form.ts'
import type { CaseForm } from './case-form.ts'
import { every } from '@archwire/contract/core/every.ts'
import { busyIn, withoutArch, withoutNote } from '../../features/files/index.ts'

type Name = keyof RxFormValues

/** The parts of the form in their order, with their fields in theirs. */
export const sections = [
  {
    id: 'patient',
    title: 'Patient',
    fields: ['first_name', 'last_name', 'case_number_text', 'user_id', 'location_id'],
  },
  {
    id: 'impression',
    title: 'Impression and scans',
    fields: [
      'impression_date',
      'impression_type',
      'scan_submission_type',
      'scanner_type',
      'custom_scanner_type_name',
      'stl_files',
      'rx_intraoral_photos',
    ],
  },
  {
    id: 'product',
    title: 'What we make',
    fields: [
      'products_list',
      'export_type',
      'bracket_libraries',
      'jaws_id',
      'arch_mode',
      'addon_options',
      'root_integration',
    ],
  },
  {
    id: 'delivery',
    title: 'Who and when',
    fields: [
      'submission_completed_by',
      'print_assignment',
      'insert_brackets_assignment',
      'shipping_location_id',
      'shipping_method',
      'bonding_date',
      'rush_case',
      'rush_case_authorized_by',
    ],
  },
  {
    id: 'notes',
    title: 'Instructions and supplies',
    fields: ['special_instructions', 'order_more_supplies', 'boxes', 'box_size', 'impression_baggies'],
  },
] as const satisfies readonly { id: string; title: string; fields: readonly Name[] }[]

/** Every field of the form stands in a section: what is missing in it is said there. */
every<Name>()(sections.flatMap(({ fields }) => fields as readonly (typeof fields)[number][]))

export const sectionId = (id: string): string => `section-${id}`

const labels: Partial<Record<Name, string>> = {
  first_name: 'First name',
  last_name: 'Last name',
  case_number_text: 'Case number',
  user_id: 'Doctor',
  location_id: 'Location',
  impression_date: 'Impression date',
  impression_type: 'Impression type',
  custom_scanner_type_name: 'Name of the scanner',
  rush_case_authorized_by: 'Reason for the rush case',
  box_size: 'Size of the boxes',
  boxes: 'Number of boxes',
  bonding_date: 'Date',
}

export interface Missing {
  field: Name
  section: string
  /** What to do, in people's words. */
  says: string
}

/** What keeps the form from being submitted, in the order of the form. */
export function missingIn({ form, scans, photos }: CaseForm): Missing[] {
  const problems = form.problems()
  const missing = sections.flatMap(({ id, fields }) =>
    (fields as readonly Name[]).flatMap((field): Missing[] => {
      const unnamed = field === 'stl_files' ? withoutArch(scans) : 0
      if (unnamed > 0) return [{ field, section: id, says: 'Say which arch each scan shows' }]
      const unanswered = field === 'stl_files' ? withoutNote(scans) : 0
      if (unanswered > 0) return [{ field, section: id, says: 'Say why the scan with a remark is fine, or remove it' }]
      const busy = field === 'stl_files' ? busyIn(scans) : field === 'rx_intraoral_photos' ? busyIn(photos) : 0
      if (busy > 0)
        return [
          {
            field,
            section: id,
            says: busy === 1 ? 'One file is still on its way' : `${busy} files are still on their way`,
          },
        ]
      const message = problems[field]?.[0]
      if (message === undefined) return []
      const label = labels[field]
      return [
        {
          field,
          section: id,
          says: message === 'Required' ? (label ?? field) : label ? `${label}: ${message}` : message,
        },
      ]
    }),
  )
  return missing
}
