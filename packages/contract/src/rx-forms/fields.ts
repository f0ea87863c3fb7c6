import type { Day } from '../core/dates.ts'
import type { PhotoView } from '../patient-files/types.ts'
import {
  addOns,
  archModes,
  assignments,
  baggieCounts,
  boxCounts,
  boxSizes,
  exportTypes,
  impressionTypes,
  jaws,
  products,
  scanners,
  scanSubmissions,
  type Option,
} from './options.ts'
import type { Tooth } from './teeth.ts'

/** The parts of the form, in their order on the page. */
export const rxFormSections = [
  { id: 'patient', title: 'Patient' },
  { id: 'impression', title: 'Impression and scans' },
  { id: 'product', title: 'What we make' },
  { id: 'delivery', title: 'Who and when' },
  { id: 'notes', title: 'Instructions and supplies' },
] as const

/** The kind of question: one of some options, several of them, a day, a text, another record. */
type Question =
  | { kind: 'line' | 'text'; max: number }
  /** One option, by its id; `usual` is preselected. */
  | { kind: 'choice'; options: readonly Option<number | string>[]; usual?: number | string }
  /** Options that add up, as bit flags. */
  | { kind: 'flags'; options: readonly Option[] }
  | { kind: 'toggle' }
  | { kind: 'day' }
  | { kind: 'doctor' | 'location' | 'method' }
  | { kind: 'libraries' | 'scans' | 'photos' | 'teeth'; max: number }

/** One field of the Rx form. */
export type RxFormField = Question & {
  section: (typeof rxFormSections)[number]['id']
  /** The label of the field. */
  label: string
  /** What the list of missing fields calls it, where the label alone would be unclear. */
  calledMissing?: string
  /** Its messages name the subject themselves: "Choose a product or an export type". */
  messagesNameIt?: true
  /** What the case's page calls it; absent: it is not shown on its own. */
  summary?: string
  /** Its label, and what the case's page calls it, where something is bonded. */
  forBonding?: string
  /** Required for every case; `rules.ts` adds what is required by other choices. */
  required?: true
  /** Stored elsewhere than in the form's own row. */
  keptWith?: 'patient' | 'files'
  /** Not in the form that is shown: shown under another name, or not yet. */
  unshown?: true
}

/**
 * Every field of the Rx form, in the order of the page. From this table derive the form's values and their defaults,
 * the body of a new case, the columns that are written, the form that is shown, its labels, the list of missing fields,
 * and the summary. What applies when, and what follows from what, is in `rules.ts`.
 */
export const rxFormFields = {
  first_name: { kind: 'line', max: 100, required: true, section: 'patient', label: 'First name', keptWith: 'patient' },
  last_name: { kind: 'line', max: 100, required: true, section: 'patient', label: 'Last name', keptWith: 'patient' },
  case_number_text: { kind: 'line', max: 100, section: 'patient', label: 'Case number', keptWith: 'patient' },
  user_id: { kind: 'doctor', section: 'patient', label: 'Doctor', keptWith: 'patient' },
  location_id: { kind: 'location', section: 'patient', label: 'Location', summary: 'Location' },

  impression_date: { kind: 'day', required: true, section: 'impression', label: 'Impression date' },
  impression_type: {
    kind: 'choice',
    options: impressionTypes,
    required: true,
    section: 'impression',
    label: 'Impression type',
    summary: 'Impression',
  },
  scan_submission_type: {
    kind: 'choice',
    options: scanSubmissions,
    section: 'impression',
    label: 'How do the scans reach the lab?',
    summary: 'Scans',
  },
  scanner_type: { kind: 'choice', options: scanners, section: 'impression', label: 'Scanner', summary: 'Scanner' },
  custom_scanner_type_name: {
    kind: 'line',
    max: 100,
    section: 'impression',
    label: 'Name of the scanner',
    unshown: true,
  },
  stl_files: {
    kind: 'scans',
    max: 10,
    section: 'impression',
    label: 'STL files',
    messagesNameIt: true,
    keptWith: 'files',
  },
  rx_intraoral_photos: { kind: 'photos', max: 10, section: 'impression', label: 'Photos', keptWith: 'files' },

  products_list: {
    kind: 'flags',
    options: products,
    section: 'product',
    label: 'Digital model',
    messagesNameIt: true,
    summary: 'Products',
  },
  export_type: { kind: 'choice', options: exportTypes, section: 'product', label: 'Bonding', summary: 'Bonding' },
  bracket_libraries: {
    kind: 'libraries',
    max: 50,
    section: 'product',
    label: 'Bracket libraries',
    messagesNameIt: true,
    summary: 'Bracket libraries',
  },
  jaws_id: { kind: 'choice', options: jaws, usual: 3, section: 'product', label: 'Jaws', summary: 'Jaws' },
  arch_mode: {
    kind: 'choice',
    options: archModes,
    usual: 1,
    section: 'product',
    label: 'Arch mode',
    summary: 'Arch mode',
  },
  addon_options: { kind: 'flags', options: addOns, section: 'product', label: 'Add-ons', summary: 'Add-ons' },
  tooth_chart: { kind: 'teeth', max: 52, section: 'product', label: 'Tooth chart' },
  root_integration: { kind: 'toggle', section: 'product', label: 'Root integration', summary: 'Root integration' },

  submission_completed_by: {
    kind: 'choice',
    options: assignments,
    usual: 1,
    section: 'delivery',
    label: 'Who completes the setup?',
    summary: 'Setup',
  },
  print_assignment: {
    kind: 'choice',
    options: assignments,
    section: 'delivery',
    label: 'Who prints?',
    summary: 'Print',
  },
  insert_brackets_assignment: {
    kind: 'choice',
    options: assignments,
    section: 'delivery',
    label: 'Who inserts the brackets?',
    summary: 'Brackets inserted',
  },
  shipping_location_id: { kind: 'location', section: 'delivery', label: 'Ship to', summary: 'Ships to' },
  shipping_method: { kind: 'method', section: 'delivery', label: 'Shipping method', summary: 'Shipping method' },
  bonding_date: {
    kind: 'day',
    section: 'delivery',
    label: 'Delivery date',
    calledMissing: 'Date',
    summary: 'Delivery date',
    forBonding: 'Bonding date',
  },
  rush_case: { kind: 'toggle', section: 'delivery', label: 'Rush case', summary: 'Rush case' },
  rush_case_authorized_by: {
    kind: 'text',
    max: 1000,
    section: 'delivery',
    label: 'Reason, authorized by',
    calledMissing: 'Reason for the rush case',
  },

  special_instructions: { kind: 'text', max: 10_000, section: 'notes', label: 'Special instructions' },
  order_more_supplies: { kind: 'toggle', section: 'notes', label: 'Order more supplies', summary: 'Supplies' },
  boxes: { kind: 'choice', options: boxCounts, section: 'notes', label: 'Boxes', calledMissing: 'Number of boxes' },
  box_size: { kind: 'choice', options: boxSizes, section: 'notes', label: 'Size of the boxes' },
  impression_baggies: { kind: 'choice', options: baggieCounts, section: 'notes', label: 'Impression baggies' },
} as const satisfies Record<string, RxFormField>

export type RxFormFields = typeof rxFormFields
export type RxFormName = keyof RxFormFields

/** A file that was uploaded and waits to be registered. */
export interface UploadedFile {
  file_path: string
  name: string
  /** Of scans: 1 upper, 2 lower, 3 both. */
  jaws_id?: 1 | 2 | 3
  /** Of a scan that shows how the arches bite (`scans/bite-scan`). */
  kind?: 'bite'
  caption?: string
  /** Of photos: what they show (`scans/photo-views`). */
  photo_view?: PhotoView
  /** Of scans: why it is sent although its check had a remark. */
  check_note?: string
}

/** Whether a scan shows how the arches bite, and not an arch. */
export const isBiteScan = ({ kind }: UploadedFile): boolean => kind === 'bite'

/** Values by kind of field, as a person fills it in; null means nothing chosen yet. */
export interface ValuesByKind {
  line: string
  text: string
  flags: number
  toggle: boolean
  day: Day | null
  doctor: number | null
  location: number | null
  method: string | null
  libraries: number[]
  scans: UploadedFile[]
  photos: UploadedFile[]
  teeth: Tooth[]
}
export type ValueOf<F> = F extends { kind: 'choice'; options: readonly { id: infer Id }[] }
  ? F extends { usual: Id }
    ? Id
    : Id | null
  : F extends { kind: infer K extends keyof ValuesByKind }
    ? ValuesByKind[K]
    : never

export const rxFormNames = Object.keys(rxFormFields) as RxFormName[]
/** The fields by name with their settings, in the order of the page. */
export const rxFormEntries = Object.entries(rxFormFields) as [RxFormName, RxFormField][]

type KeptInForm = { [K in RxFormName]: RxFormFields[K] extends { keptWith: string } ? never : K }[RxFormName]

/** Fields that the form's own row stores; each column has the field's name. */
export const rxFormColumns = rxFormEntries.flatMap(([name, field]) => (field.keptWith ? [] : [name as KeptInForm]))

/**
 * Returns what this form calls a field (`rx-form/delivery-date`): next to its input (`label`), or where it is shown
 * (`summary`).
 */
export const labelIn = (name: RxFormName, form: { export_type: number | null }, where: 'label' | 'summary'): string => {
  const field: RxFormField = rxFormFields[name]
  return (form.export_type !== null && field.forBonding) || (where === 'summary' && field.summary) || field.label
}

/** A field's name in the form that is shown: a location comes with its name, `location_id` as `location`. */
export const shownName = (name: RxFormName): string =>
  rxFormFields[name].kind === 'location' ? name.replace(/_id$/, '') : name
