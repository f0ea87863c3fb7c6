/**
 * The rules of the Rx form a second time, typed from what was agreed with practices and lab, and from nothing else: no line of
 * the contract is imported. What both say alike is right, or wrong twice.
 */

/** A form and what is known about its practice, as plain values. */
export type Form = Record<string, unknown>
export interface Known {
  today: string
  partner: boolean
  rush: boolean
  libraries: number[]
  choosesDoctor: boolean
  locations: number[]
  /** The country that it ships to is not the USA. */
  abroad?: boolean
}

const bits = (sum: unknown) => [1, 2, 4, 8, 16, 32, 64].filter((bit) => (Number(sum) & bit) > 0)
const sum = (list: number[]) => list.reduce((total, bit) => total + bit, 0)

/** What becomes of a form when it is submitted: what does not apply is empty, what applies has its first value. */
export function complete(given: Form, known: Known): Form {
  const form: Form = { ...given }
  const scan = form.impression_type === 4

  // Only an intra-oral scan has a way to the lab and a scanner.
  form.scan_submission_type = scan ? (form.scan_submission_type ?? 1) : null
  form.scanner_type = scan ? (form.scanner_type ?? 1) : null
  if (form.scanner_type !== 7) form.custom_scanner_type_name = ''
  if (!(scan && form.scan_submission_type === 1)) form.stl_files = []

  const possible: Record<string, number[]> = { '1': [1, 2, 4, 8, 64], '2': [1, 2, 4, 8, 64], '4': [8, 16, 32, 64] }
  let products = bits(form.products_list).filter((bit) => (possible[String(form.impression_type)] ?? []).includes(bit))
  if (products.includes(8)) products = products.filter((bit) => bit !== 64)
  form.products_list = sum(products)
  const cleaned = products.includes(16) || products.includes(32)
  form.addon_options = sum(bits(form.addon_options).filter((bit) => bit < 32 && !(cleaned && (bit === 4 || bit === 8))))
  if (!(products.includes(64) || products.includes(32))) form.arch_mode = 1

  if (form.submission_completed_by === 3 && !known.partner) form.submission_completed_by = 1
  const inOffice = form.submission_completed_by === 2
  const trays = form.export_type === 1
  const exported = form.export_type !== null
  const printed = exported || products.includes(64)
  const noPartner = inOffice || !known.partner
  const maker = (value: unknown) => (value === 3 && noPartner ? 1 : (value ?? 1))
  form.print_assignment = printed ? maker(form.print_assignment) : null
  form.insert_brackets_assignment = trays ? maker(form.insert_brackets_assignment) : null
  if (trays && form.print_assignment === 2) form.insert_brackets_assignment = 2
  if (!exported) form.root_integration = false
  form.bracket_libraries = exported
    ? (form.bracket_libraries as number[]).filter((id) => known.libraries.includes(id))
    : []

  form.tooth_chart = teeth(form.tooth_chart as Tooth[], form.jaws_id as number)

  if (!(known.rush && form.submission_completed_by === 1)) form.rush_case = false
  if (!form.rush_case) form.rush_case_authorized_by = ''
  if (!form.order_more_supplies) Object.assign(form, { boxes: null, box_size: null, impression_baggies: null })
  const sent = form.print_assignment === 1 || form.print_assignment === 3
  form.shipping_location_id = sent ? (form.shipping_location_id ?? form.location_id) : null
  form.shipping_method = sent ? (form.shipping_method ?? (known.abroad ? 'international' : 'standard')) : null
  return form
}

interface Tooth {
  tooth: number
  state: string
  no_bracket: boolean
  bracket_height: number | null
  note: string
}

/** A chart: what is not there bears nothing, the arch that is not treated gets no brackets, what is usual is not said. By tooth number. */
function teeth(chart: Tooth[], jaws: number): Tooth[] {
  return chart
    .map((entry) => {
      const quadrant = Math.floor(entry.tooth / 10)
      const isUpper = [1, 2, 5, 6].includes(quadrant)
      const treated = jaws === 3 || (jaws === 1) === isUpper
      const bears = entry.state === 'present' && treated
      const no_bracket = bears && entry.no_bracket
      return {
        tooth: entry.tooth,
        // Of a milk tooth no one tells whether it is missing or has not come yet.
        state: entry.tooth > 50 && entry.state === 'unerupted' ? 'missing' : entry.state,
        no_bracket,
        bracket_height: bears && !no_bracket ? entry.bracket_height : null,
        note: entry.note.trim(),
      }
    })
    .filter(
      ({ tooth, state, no_bracket, bracket_height, note }) =>
        state !== (tooth > 50 ? 'missing' : 'present') || no_bracket || bracket_height !== null || note !== '',
    )
    .toSorted((a, b) => a.tooth - b.tooth)
}

const letter = /\p{L}|\p{M}/u
const wholeNames = 'Name may only contain letters (first letter uppercase), spaces, points, brackets, and apostrophes.'
const wholeNumber = 'Case number may only contain letters, spaces, points, brackets, and apostrophes.'

/** Letters, digits and a few signs; a word starts with a capital or a digit, whatever signs stand before it. */
function nameProblem(name: string): string | undefined {
  if (name.trim() === '') return 'Required'
  for (const sign of name)
    if (!(letter.test(sign) || /\p{N}/u.test(sign) || " .'()[]".includes(sign))) return wholeNames
  for (const word of name.split(' ')) {
    const first = Array.from(word).find((sign) => /[\p{L}\p{N}]/u.test(sign))
    if (first !== undefined && /\p{Ll}|\p{Lm}/u.test(first)) return wholeNames
  }
  return name.length > 100 ? 'Up to 100 characters' : undefined
}

/** `months` calendar months later, on the last day of a month that is too short. */
function later(day: string, months: number): string {
  const [year, month, date] = day.split('-').map(Number) as [number, number, number]
  const first = new Date(Date.UTC(year, month - 1 + months, 1))
  const last = new Date(Date.UTC(first.getUTCFullYear(), first.getUTCMonth() + 1, 0)).getUTCDate()
  first.setUTCDate(Math.min(date, last))
  return first.toISOString().slice(0, 10)
}

/** What is wrong with a form that was completed, by field. */
export function problems(form: Form, known: Known): Record<string, string> {
  const found: Record<string, string | undefined> = {}
  const words = (value: unknown) => String(value).trim() !== ''
  found.first_name = nameProblem(form.first_name as string)
  found.last_name = nameProblem(form.last_name as string)
  const odd = Array.from(form.case_number_text as string).some(
    (sign) => !/[\p{L}\p{M}\p{N}]/u.test(sign) && !" .'()[]-".includes(sign),
  )
  if (odd) found.case_number_text = wholeNumber
  if (known.choosesDoctor && form.user_id === null) found.user_id = 'Required'
  if (known.locations.length > 0 && form.location_id === null) found.location_id = 'Required'

  const taken = form.impression_date as string | null
  if (taken === null) found.impression_date = 'Required'
  else if (taken > known.today) found.impression_date = 'The date is in the future'
  else if (taken < later(known.today, -12)) found.impression_date = 'The date is over one year ago'
  if (form.impression_type === null) found.impression_type = 'Required'
  if (form.scanner_type === 7 && !words(form.custom_scanner_type_name)) found.custom_scanner_type_name = 'Required'
  const arches = (form.stl_files as { kind?: string }[]).filter(({ kind }) => kind !== 'bite')
  if (form.impression_type === 4 && form.scan_submission_type === 1 && arches.length === 0)
    found.stl_files = 'Choose at least one STL file'

  const models = bits(form.products_list).filter((bit) => bit !== 64)
  if (models.length === 0 && form.export_type === null) found.products_list = 'Choose a product or an export type'
  if (models.length > 1) found.products_list = 'Choose one product'
  if (form.rush_case && !words(form.rush_case_authorized_by)) found.rush_case_authorized_by = 'Required'
  const named = (form.bracket_libraries as number[]).length
  if (form.export_type !== null && known.libraries.length > 0 && form.submission_completed_by !== 2 && named === 0)
    found.bracket_libraries = 'Choose at least one bracket library'
  if (form.boxes !== null && form.box_size === null) found.box_size = 'Required'
  if (form.box_size !== null && form.boxes === null) found.boxes = 'Required'
  const wished = form.bonding_date as string | null
  if (wished !== null && (wished < known.today || wished > later(known.today, 6))) found.bonding_date = 'Invalid date'
  return Object.fromEntries(Object.entries(found).filter((entry): entry is [string, string] => entry[1] !== undefined))
}

/** What only the lab knows of a form: which parcels go where, and what the calendar says of the day that was picked. */
export function problemsAtTheLab(form: Form, { abroad }: Known, isValidDay: boolean): Record<string, string> {
  return {
    ...(form.shipping_method !== null &&
      (form.shipping_method === 'international') !== (abroad ?? false) && {
        shipping_method: 'This shipping method is not available there.',
      }),
    ...(form.bonding_date !== null && !isValidDay && { bonding_date: 'Invalid date' }),
  }
}

/** How a case is handed in, as a calendar has to know it: five days of production but in a rush, and how it travels. */
export const handedIn = (form: Form) => ({
  offset: form.rush_case ? 0 : 5,
  method: form.shipping_method,
})
