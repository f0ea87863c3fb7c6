import type { Trx } from '../../../db/client.ts'
import type { Actor } from '../../../kernel/actor.ts'
import { checkVersion, Invalid } from '../../../kernel/errors.ts'
import { lockRequest } from '../facts.ts'
import { setBrackets } from './items.ts'
import { setShipping, type ShippingInput } from './prints.ts'
import { concludePrintChange, permitRequest } from './requests.ts'

type Sent = { [K in keyof ShippingInput]?: ShippingInput[K] | undefined } & {
  patient_id: number
  printing_request_items?: { id: number; insert_brackets: boolean }[]
  version?: number
}

/** Changes items of an open print, how it ships, or both: all of it or nothing (`requests/edit-print`). */
export async function changePrint(trx: Trx, actor: Actor, printId: number, sent: Sent, zone: string): Promise<void> {
  const { facts, request } = await lockRequest(trx, actor.scope, { print: printId })
  const { printing_request_items: items } = sent
  const ships = [...shippingFields, 'keep_fee' as const].some((name) => sent[name] !== undefined)
  if (ships || !items) permitRequest(actor, facts, request, 'edit_shipping')
  if (items) permitRequest(actor, facts, request, 'edit_items')
  checkVersion(sent.version, request.print_version)
  if (sent.patient_id !== facts.id) throw new Invalid({ patient_id: ['This print belongs to another case.'] })
  const events = [
    items ? await setBrackets(trx, request, items) : null,
    ships || !items ? await setShipping(trx, actor, facts, request, wholeShipping(sent), zone) : null,
  ].filter((event) => event !== null)
  if (events.length > 0) await concludePrintChange(trx, actor, facts, request, ...events)
}

const shippingFields = [
  'location_id',
  'shipping_method_id',
  'expected_arrival_date',
  'delivery_date_from',
  'delivery_date_to',
] as const satisfies (keyof ShippingInput)[]

/** Where, how and when are sent together. @throws Invalid */
function wholeShipping(sent: Sent): ShippingInput {
  const missing = shippingFields.filter((name) => sent[name] === undefined)
  if (missing.length > 0) throw new Invalid(Object.fromEntries(missing.map((name) => [name, ['Required']])))
  return sent as ShippingInput
}
