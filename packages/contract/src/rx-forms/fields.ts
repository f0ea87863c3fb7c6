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
  /** One option, by its id. */
  | { kind: 'choice'; options: readonly Option<number | string>[] }
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
  /**
   * What a form begins with at a practice that has not chosen otherwise (`rx-form/preferences`). Absent: practices choose
   * no beginning for this field.
   */
  usual?: number | string | boolean | null
  /** A form holds `usual` from the start; other fields get it once they apply. */
  preset?: true
  /** The part that it is changed with, of `part` below. Absent: files have calls of their own. */
  tracked?: string
  /** Required for every case; `rules.ts` adds what is required by other choices. */
  required?: true
  /** Stored elsewhere than in the form's own row. */
  keptWith?: 'patient' | 'files'
  /** Not in the form that is shown: shown under another name, or not yet. */
  unshown?: true
}

/** The parts of a form that are changed together once it is submitted (`rx-form/change`), and where they are on the page. */
const part = {
  names: { section: 'patient', tracked: 'names' },
  case_number: { section: 'patient', tracked: 'case_number' },
  doctor: { section: 'patient', tracked: 'doctor' },
  location: { section: 'patient', tracked: 'location' },
  impression: { section: 'impression', tracked: 'impression' },
  products: { section: 'product', tracked: 'products' },
  options: { section: 'product', tracked: 'options' },
  teeth: { section: 'product', tracked: 'teeth' },
  setup: { section: 'delivery', tracked: 'setup' },
  print: { section: 'delivery', tracked: 'print' },
  delivery: { section: 'delivery', tracked: 'delivery' },
  rush: { section: 'delivery', tracked: 'rush' },
  special_instructions: { section: 'notes', tracked: 'special_instructions' },
  boxes: { section: 'notes', tracked: 'boxes' },
} as const

/**
 * Every field of the Rx form, in the order of the page. From this table derive the form's values and their defaults,
 * the body of a new case, the columns that are written, the form that is shown, its labels, the list of missing fields,
 * the summary, the usual choices of practices and the parts of a change. What applies when, and what follows from what,
 * is in `rules.ts`.
 */
export const rxFormFields = {
  first_name: { kind: 'line', max: 100, required: true, ...part.names, label: 'First name', keptWith: 'patient' },
  last_name: { kind: 'line', max: 100, required: true, ...part.names, label: 'Last name', keptWith: 'patient' },
  case_number_text: { kind: 'line', max: 100, ...part.case_number, label: 'Case number', keptWith: 'patient' },
  user_id: { kind: 'doctor', ...part.doctor, label: 'Doctor', keptWith: 'patient' },
  location_id: { kind: 'location', ...part.location, label: 'Location', summary: 'Location' },

  impression_date: { kind: 'day', required: true, ...part.impression, label: 'Impression date' },
  impression_type: {
    kind: 'choice',
    options: impressionTypes,
    required: true,
    ...part.impression,
    label: 'Impression type',
    summary: 'Impression',
    usual: null,
  },
  scan_submission_type: {
    kind: 'choice',
    options: scanSubmissions,
    ...part.impression,
    label: 'How do the scans reach the lab?',
    summary: 'Scans',
    usual: 1,
  },
  scanner_type: {
    kind: 'choice',
    options: scanners,
    ...part.impression,
    label: 'Scanner',
    summary: 'Scanner',
    usual: 1,
  },
  custom_scanner_type_name: {
    kind: 'line',
    max: 100,
    ...part.impression,
    label: 'Name of the scanner',
    unshown: true,
    usual: '',
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
    ...part.products,
    label: 'Digital model',
    messagesNameIt: true,
    summary: 'Products',
    usual: 0,
  },
  export_type: {
    kind: 'choice',
    options: exportTypes,
    ...part.options,
    label: 'Bonding',
    summary: 'Bonding',
    usual: null,
  },
  bracket_libraries: {
    kind: 'libraries',
    max: 50,
    ...part.options,
    label: 'Bracket libraries',
    messagesNameIt: true,
    summary: 'Bracket libraries',
  },
  jaws_id: { kind: 'choice', options: jaws, ...part.options, label: 'Jaws', summary: 'Jaws', usual: 3, preset: true },
  arch_mode: {
    kind: 'choice',
    options: archModes,
    ...part.options,
    label: 'Arch mode',
    summary: 'Arch mode',
    usual: 1,
    preset: true,
  },
  addon_options: { kind: 'flags', options: addOns, ...part.options, label: 'Add-ons', summary: 'Add-ons', usual: 0 },
  tooth_chart: { kind: 'teeth', max: 52, ...part.teeth, label: 'Tooth chart' },
  root_integration: {
    kind: 'toggle',
    ...part.options,
    label: 'Root integration',
    summary: 'Root integration',
    usual: false,
  },

  submission_completed_by: {
    kind: 'choice',
    options: assignments,
    ...part.setup,
    label: 'Who completes the setup?',
    summary: 'Setup',
    usual: 1,
    preset: true,
  },
  print_assignment: {
    kind: 'choice',
    options: assignments,
    ...part.print,
    label: 'Who prints?',
    summary: 'Print',
    usual: 1,
  },
  insert_brackets_assignment: {
    kind: 'choice',
    options: assignments,
    ...part.print,
    label: 'Who inserts the brackets?',
    summary: 'Brackets inserted',
    usual: 1,
  },
  shipping_location_id: { kind: 'location', ...part.delivery, label: 'Ship to', summary: 'Ships to', usual: null },
  shipping_method: {
    kind: 'method',
    ...part.delivery,
    label: 'Shipping method',
    summary: 'Shipping method',
    usual: 'standard',
  },
  bonding_date: {
    kind: 'day',
    ...part.delivery,
    label: 'Delivery date',
    calledMissing: 'Date',
    summary: 'Delivery date',
    forBonding: 'Bonding date',
  },
  rush_case: { kind: 'toggle', ...part.rush, label: 'Rush case', summary: 'Rush case' },
  rush_case_authorized_by: {
    kind: 'text',
    max: 1000,
    ...part.rush,
    label: 'Reason, authorized by',
    calledMissing: 'Reason for the rush case',
  },

  special_instructions: { kind: 'text', max: 10_000, ...part.special_instructions, label: 'Special instructions' },
  order_more_supplies: { kind: 'toggle', ...part.boxes, label: 'Order more supplies', summary: 'Supplies' },
  boxes: { kind: 'choice', options: boxCounts, ...part.boxes, label: 'Boxes', calledMissing: 'Number of boxes' },
  box_size: { kind: 'choice', options: boxSizes, ...part.boxes, label: 'Size of the boxes' },
  impression_baggies: { kind: 'choice', options: baggieCounts, ...part.boxes, label: 'Impression baggies' },
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
