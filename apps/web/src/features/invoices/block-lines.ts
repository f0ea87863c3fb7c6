import type { OrderMetadata } from '@archwire/contract/billing/schema.ts'
import { sumOf, type Line } from './invoice-lines.ts'
import { wayOf } from './removal.ts'

export type Block = OrderMetadata['template_data']['patients'][number]

/** A part of a block: its lines, and what they come to. */
export interface BlockPart {
  title: string
  /** Dollars; what is taken off is negative. */
  sum: number
  lines: Line[]
}

/** The parts of a block that have lines, in their order: base fee, add-ons, deductions, charges (`billing/layouts`). */
export function partsOf(block: Block): BlockPart[] {
  const { base_fee, base_lines, add_ons, deductions, charges, patient_id } = block
  const linesOf = (name: string, rows: Block['add_ons'], sign = 1) =>
    rows.map((row, index): Line => ({
      key: `${name} ${index}`,
      label: row.label,
      details: row.details,
      value: row.value * sign + 0,
      madeOf: row.made_of,
      day: row.action_date,
    }))
  const part = (title: string, lines: Line[]): BlockPart => ({
    title,
    lines,
    sum: sumOf(lines.map(({ value }) => value)),
  })
  return [
    { ...part('Base fee', linesOf('base', base_lines)), sum: base_fee },
    part('Add-ons', linesOf('add-on', add_ons)),
    part('Deductions', linesOf('deduction', deductions, -1)),
    part(
      'Charges',
      charges.map(({ description, value, is_discount, patient_charge_id: id, can_remove, made_of, action_date }) => ({
        key: `charge ${id}`,
        label: description,
        details: '',
        value: (is_discount ? -value : value) + 0,
        madeOf: made_of,
        day: action_date,
        removal: can_remove && patient_id !== null ? wayOf('charge', id, patient_id) : undefined,
      })),
    ),
  ].filter(({ lines, sum }) => lines.length > 0 || sum !== 0)
}
