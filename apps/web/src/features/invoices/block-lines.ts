import { toCents } from '@archwire/contract/core/money.ts'
import type { Order, OrderMetadata } from '@archwire/contract/billing/schema.ts'
import { sumOf, type Line } from './invoice-lines.ts'
import { wayOf } from './removal.ts'

export type Block = OrderMetadata['template_data']['patients'][number]
type Item = Order['order_items'][number]

/** A part of a block: its lines, and what they come to. */
export interface BlockPart {
  title: string
  /** Dollars; what is taken off is negative. */
  sum: number
  lines: Line[]
}

/**
 * Finds what the lines of a block are made of: a block names its lines by label, reason and amount, and the order's item
 * of the same case that says all three has the rest. Each item is found once.
 */
function finder(block: Block, items: readonly Item[]) {
  const left = items.filter(({ patient }) =>
    patient === null
      ? false
      : block.patient_id === null
        ? patient.name === block.patient_name
        : patient.id === block.patient_id,
  )
  return ({ label, value, details }: Block['add_ons'][number]): Item | undefined => {
    const at = left.findIndex(
      (item) => item.product.name === label && item.details === details && toCents(item.value) === toCents(value),
    )
    return at === -1 ? undefined : left.splice(at, 1)[0]
  }
}

/** The parts of a block that have lines, in their order: base fee, add-ons, deductions, charges (`billing/layouts`). */
export function partsOf(block: Block, items: readonly Item[]): BlockPart[] {
  const { base_fee, base_lines, add_ons, deductions, charges, patient_id } = block
  const find = finder(block, items)
  const linesOf = (name: string, rows: Block['add_ons'], sign = 1) =>
    rows.map((row, index): Line => {
      const item = find(row)
      return {
        key: `${name} ${index}`,
        label: row.label,
        details: row.details,
        value: row.value * sign + 0,
        madeOf: item?.made_of ?? null,
        day: item?.action_date ?? null,
      }
    })
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
      charges.map(({ description, value, is_discount, patient_charge_id: id, can_remove }) => ({
        key: `charge ${id}`,
        label: description,
        details: '',
        value: (is_discount ? -value : value) + 0,
        removal: can_remove && patient_id !== null ? wayOf('charge', id, patient_id) : undefined,
      })),
    ),
  ].filter(({ lines, sum }) => lines.length > 0 || sum !== 0)
}
