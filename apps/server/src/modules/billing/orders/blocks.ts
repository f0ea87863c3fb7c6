import type { LineReason, PatientBlock } from '@archwire/contract/billing/schema.ts'
import { toDollars, type Cents } from '@archwire/contract/core/money.ts'
import { impressionTypes, labelOf } from '@archwire/contract/rx-forms/options.ts'
import type { CaseHead, LedgerRow, OrderLine } from './rows.ts'

/** A line of a case, with its row and the case as it was called. */
type CaseLine = OrderLine & { row: LedgerRow & { patient: CaseHead } }

const isOfCase = (line: OrderLine): line is CaseLine => line.row !== null && line.row.patient !== null

/** The fees that are a case's base; everything else that it costs is an add-on (`billing/layouts`). */
const baseFees = [
  /^arch\.(software|initial_case_setup|tray_design)$/,
  /^rx_forms\.(pvs_or_stone_model|intra_oral_scan)\./,
]
const isBase = ({ row: { fee } }: CaseLine): boolean => baseFees.some((pattern) => pattern.test(fee ?? ''))

/** What the reader of a block may do and learns of a row. */
interface BlockReader {
  mayRemove: (row: LedgerRow) => boolean
  madeOf: (row: LedgerRow) => LineReason
}

/**
 * The blocks of an order by case, in the order of its lines: base fee, add-ons, deductions, charges by hand, and their sum.
 * All blocks and the lines without a case make the lines of the order. Pure.
 */
export function blocksOf(lines: readonly OrderLine[], reader: BlockReader): PatientBlock[] {
  const cases = new Map<number, CaseLine[]>()
  for (const line of lines.filter(isOfCase)) {
    const { case_number } = line.row.patient
    const ofCase = cases.get(case_number)
    if (ofCase) ofCase.push(line)
    else cases.set(case_number, [line])
  }
  return [...cases.values()].map((ofCase) => blockOf(ofCase, reader))
}

function blockOf(lines: readonly CaseLine[], { mayRemove, madeOf }: BlockReader): PatientBlock {
  const labeled = ({ description: label, details, cents, row }: CaseLine) => ({
    label,
    value: toDollars(cents),
    details,
    made_of: madeOf(row),
    action_date: row.day,
  })
  const { row } = lines[0]!
  const byHand = lines.filter((line) => line.row.source === 'patient')
  const work = lines.filter((line) => line.row.source !== 'patient')
  const off = work.filter((line) => line.kind === 'discount')
  const base = work.filter((line) => line.kind !== 'discount' && isBase(line))
  const addOns = work.filter((line) => line.kind !== 'discount' && !isBase(line))
  return {
    ...row.patient,
    impression_type: row.patient.impression_type === null ? '' : labelOf(impressionTypes, row.patient.impression_type),
    patient_id: row.patient_id,
    base_fee: toDollars(sumOf(base)),
    base_lines: base.map(labeled),
    deductions: off.map(labeled),
    add_ons: addOns.map(labeled),
    charges: byHand.map((line) => ({
      description: line.description,
      value: toDollars(line.cents),
      is_discount: line.kind === 'discount',
      patient_charge_id: line.row.id,
      made_of: madeOf(line.row),
      action_date: line.row.day,
      can_remove: mayRemove(line.row),
    })),
    total: toDollars(lines.reduce((sum, line) => sum + signed(line), 0)),
  }
}

const sumOf = (lines: readonly OrderLine[]): Cents => lines.reduce((sum, { cents }) => sum + cents, 0)
const signed = ({ kind, cents }: OrderLine): Cents => (kind === 'discount' || kind === 'credit' ? -cents : cents)
