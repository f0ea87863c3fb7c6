import type { Day } from '@archwire/contract/core/dates.ts'
import type { Cents } from '@archwire/contract/core/money.ts'
import type { PriceList } from '@archwire/contract/pricing/price-list.ts'
import type { PriceDraft } from '@archwire/contract/rx-forms/price-case.ts'
import { pricePrint, shippingLine, type PrintedParts } from '@archwire/contract/rx-forms/price-print.ts'
import { assignment } from '@archwire/contract/rx-forms/options.ts'
import { printSteps, type PrintStep } from '@archwire/contract/tech-workflows/steps.ts'
import { sql } from 'kysely'
import type { Trx } from '../../db/client.ts'
import type { Actor } from '../../kernel/actor.ts'
import { pricesKept, pricesOf, type PriceRow } from '../pricing/index.ts'
import { writeCharges, type NewCharge } from './ledger.ts'

/** A print of the lab as it is when it ends. */
export interface EndedPrint {
  id: number
  patient_id: number
  /** What the lab makes of it and charges: neither corrected trays nor what is made elsewhere. */
  items: PrintedParts['items']
  arch_mode: PrintedParts['arch_mode']
  /** The method whose fee holds. */
  method: string | null
  /** Why the lab charges nothing for it; null: it does. */
  free_reason: string | null
  price_list: number
  price_overrides: number
}

/** How a print ends: shipped, with the fee that the lab entered for it; or canceled, after these steps of it. */
export type PrintEnd = { feeCents: Cents | null } | { finished: readonly PrintStep[] }

/**
 * What a print is charged, by its kept prices (`billing/print-rows`). Of a completed one all of it, of a canceled one what
 * was printed before. Lines of $0.00 are left out, except printed arches, which count for the volume discount, and those
 * of a print that is free of charge, which say why. Pure.
 */
export function rowsOfPrint(print: EndedPrint, prices: PriceList, end: PrintEnd, day: Day): NewCharge[] {
  const { free_reason: free } = print
  return linesOf(print, prices, end)
    .filter(({ fee, unit }) => unit > 0 || fee === printFee || free !== null)
    .map(({ fee, label, why, quantity, unit, entered }) => ({
      patient_id: print.patient_id,
      source: 'print',
      source_id: print.id,
      change_number: 1,
      fee,
      kind: fee.startsWith('arch.') ? 'arch' : 'fee',
      label,
      why: free === null ? why : `${why.replace(/\.$/, '')}. Free of charge: ${free}`,
      times: quantity,
      unit_cents: free === null ? unit : 0,
      printed_arches: fee === printFee && free === null ? quantity : 0,
      price_list: entered ? null : print.price_list,
      price_overrides: entered ? 0 : print.price_overrides,
      day,
    }))
}

const printFee = 'arch.print'
type Line = PriceDraft & { entered?: true }

function linesOf({ items, arch_mode, method }: EndedPrint, prices: PriceList, end: PrintEnd): Line[] {
  if ('feeCents' in end) {
    const shipping = end.feeCents === null ? shippingLine(method, prices) : enteredFee(method, end.feeCents)
    return [...pricePrint({ items, arch_mode, shipping_method: null }, prices), ...(shipping ? [shipping] : [])]
  }
  if (!end.finished.includes('Print')) return []
  const inserted = end.finished.includes('Insert Brackets')
  const made = items.map((item) => ({ ...item, insert_brackets: inserted && item.insert_brackets }))
  return pricePrint({ items: made, arch_mode, shipping_method: null }, prices)
}

/** A fee that a person entered is of no list (`requests/fee`). */
const enteredFee = (method: string | null, unit: Cents): Line => ({
  fee: `shipping_fees.${method ?? 'standard'}`,
  label: 'Shipping',
  why: 'Fee entered by the lab.',
  quantity: 1,
  unit,
  due: 'completion',
  entered: true,
})

type Row = EndedPrint & { finished: PrintStep[]; prices: PriceRow }

/** The prints `pr` that the lab is paid for, as they are now, with their kept prices. */
const readEnded = (prints: { organization_id: number; ids: readonly number[] }) => sql<Row>`
  select pr.id, pr.patient_id, coalesce(pr.charged_method, pr.shipping_method) as method, pr.free_reason, pr.price_list, pr.price_overrides,
    coalesce((select rx.arch_mode from rx_forms rx where rx.organization_id = pr.organization_id and rx.patient_id = pr.patient_id), 1) as arch_mode,
    coalesce((select jsonb_agg(jsonb_build_object('content_type_id', i.content_type_id, 'insert_brackets', i.insert_brackets) order by i.id)
      from printing_request_items i where i.organization_id = pr.organization_id and i.printing_request_id = pr.id
        and i.flawed_tray_id is null and coalesce(i.assignment, pr.assignment) = ${assignment.ownLab}), '[]'::jsonb) as items,
    array(select s.process from tech_workflows w
      join tech_workflow_processes s on s.organization_id = w.organization_id and s.tech_workflow_id = w.id
      where w.organization_id = pr.organization_id and w.printing_request_id = pr.id and s.finished_at is not null
        and s.process = any(${[...printSteps]}::text[])) as finished,
    ${pricesKept} as prices
  from printing_requests pr
  where pr.organization_id = ${prints.organization_id} and pr.id = any(${[...prints.ids]}::int[]) and pr.assignment = ${assignment.ownLab} and pr.price_list is not null
  order by pr.id`

/**
 * Charges prints of a locked case that end now, in the transaction that ends them, before their running steps are ended.
 * Prints that the lab does not make, and those that ended before the ledger, have no rows.
 * @param how completed with this entered fee (null: by its method), or canceled
 */
export async function chargePrints(
  trx: Trx,
  actor: Actor,
  prints: { organization_id: number; ids: readonly number[] },
  how: { feeCents: Cents | null } | 'canceled',
  day: Day,
): Promise<void> {
  if (prints.ids.length === 0) return
  const { rows } = await readEnded(prints).execute(trx)
  const charges = rows.flatMap(({ finished, prices, ...print }) =>
    rowsOfPrint(print, pricesOf(prices), how === 'canceled' ? { finished } : how, day),
  )
  await writeCharges(trx, actor, prints.organization_id, charges)
}
