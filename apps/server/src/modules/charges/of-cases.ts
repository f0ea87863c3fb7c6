import { changedPrescription, type ChargeSource } from '@archwire/contract/billing/charge-kinds.ts'
import { addDays, dayIn, type Day } from '@archwire/contract/core/dates.ts'
import { formatMoney, toDollars, type Cents } from '@archwire/contract/core/money.ts'
import { rushFee, type PriceLine } from '@archwire/contract/rx-forms/price-case.ts'
import type { NewCharge } from './ledger.ts'

/** A form that the ledger charges, in one of its versions. */
export interface ChargedForm {
  /** Of the Rx form. */
  id: number
  /** The case that has it. */
  patientId: number
  /** Its version; 1 as it was submitted. */
  version: number
  /** What it costs, by which list and own prices of the practice: those of its submission. */
  list: number | null
  overrides: number
  lines: readonly PriceLine[]
}

/** Sources of what belongs to a form, and not to a print of it. */
export const formSources = ['form', 'rush', 'change'] as const satisfies readonly ChargeSource[]
export type FormSource = (typeof formSources)[number]

/** What the ledger has of a form in one source: on closed orders, and since when. */
export interface Standing {
  /** Cents on closed orders; null: no closed order holds a row of it. */
  held: Cents | null
  /** The earliest day of its rows, voided ones too; null: it has never had one. */
  first: Day | null
}
export type Standings = Record<FormSource, Standing>

/** The first day of a case's lines: that of its submission, and the delay of the prices kept there (`billing/case-rows`). */
export const firstDayOf = (submitted: Date, zone: string, delay: number): Day => addDays(dayIn(zone, submitted), delay)

/** The rows of a form as they count from its first day on; what is due at a completion is written there. */
export const rowsOfForm = (form: ChargedForm, day: Day): NewCharge[] =>
  form.lines.filter(({ due }) => due === 'case').map((line) => rowOf(form, 'form', line, day))

/** The row of a form's rush, for the day on which its setup is ready; none where no one asks for one. */
export const rowsOfRush = (form: ChargedForm, day: Day): NewCharge[] =>
  form.lines.filter(({ fee }) => fee === rushFee).map((line) => rowOf(form, 'rush', line, day))

/** Whether a change makes other rows: what is printed and how it ships is charged with the print. */
export function changesRows(before: ChargedForm, after: ChargedForm): boolean {
  const priced = (form: ChargedForm) =>
    JSON.stringify(
      [...rowsOfForm(form, ''), ...rowsOfRush(form, '')].map((row) => [row.fee, row.times, row.unit_cents]),
    )
  return priced(before) !== priced(after)
}

/**
 * The rows that a changed form gets once its open ones are voided (`billing/case-rows`): those that no closed order holds
 * anew with their first day, and one row with the difference to what closed orders hold. A rush that was never charged is
 * left to the day on which the setup is ready.
 */
export function rowsOfChange(
  form: ChargedForm,
  standing: Standings,
  { first, today }: { first: Day; today: Day },
): NewCharge[] {
  const { form: lines, rush, change } = standing
  const formRows = rowsOfForm(form, lines.first ?? first)
  const rushRows = rush.first === null ? [] : rowsOfRush(form, rush.first)
  const closed = [...(lines.held === null ? [] : formRows), ...(rush.held === null ? [] : rushRows)]
  const held = (lines.held ?? 0) + (rush.held ?? 0) + (change.held ?? 0)
  const cents = closed.reduce((sum, { times, unit_cents }) => sum + times * unit_cents, 0) - held
  return [
    ...(lines.held === null ? formRows : []),
    ...(rush.held === null ? rushRows : []),
    ...(cents === 0 ? [] : [rowOfDifference(form, { held, cents }, today)]),
  ]
}

function rowOf(form: ChargedForm, source: 'form' | 'rush', line: PriceLine, day: Day): NewCharge {
  return {
    ...commonOf(form),
    source,
    fee: line.fee,
    kind: line.fee.startsWith('arch.') ? 'arch' : 'fee',
    label: line.label,
    why: line.why,
    times: line.quantity,
    unit_cents: line.unit,
    day,
  }
}

const rowOfDifference = (form: ChargedForm, { held, cents }: { held: Cents; cents: Cents }, day: Day): NewCharge => ({
  ...commonOf(form),
  source: 'change',
  fee: null,
  kind: 'charge',
  label: changedPrescription,
  why: `${formatMoney(toDollars(held + cents))} in the place of ${formatMoney(toDollars(held))} on closed invoices.`,
  times: 1,
  unit_cents: cents,
  day,
})

const commonOf = ({ id, patientId, version, list, overrides }: ChargedForm) => ({
  patient_id: patientId,
  source_id: id,
  change_number: version,
  printed_arches: 0,
  price_list: list,
  price_overrides: overrides,
})
