import { expect, it } from 'vitest'
import { routesOfContract } from './openapi.ts'

/**
 * The column that a field with a permission of its own writes (`people/fields`), and other fields that write the same one:
 * by hand. Fields of one column ask for the same right; one without a permission of its own asks for that of its call.
 */
const columns: Record<string, string[]> = {
  'patients.numeric_suffix': ['PUT /patients/{id} numeric_suffix'],
  'patients.approved_by': ['POST /patients/{id}/complete_setup approved_by'],
  'patients.approved_at': ['POST /patients/{id}/complete_setup approved_at'],
  'patients.notify_doctor': ['PUT /patients/{id}/toggle_hold should_notify_doctor'],
  'patients.hold': ['POST /patients/{id}/messages releases_hold_id'],
  'printing_requests.custom_shipping_fee': [
    'POST /customer_requests/{id}/complete custom_shipping_fee',
    'POST /customer_requests/bundled_completion custom_shipping_fee',
    'POST /printing_requests/{id}/completed custom_shipping_fee',
  ],
  'printing_requests.charged_method': [
    'PUT /printing_requests/{id} keep_fee',
    'PUT /printing_requests/{id}/shipping keep_fee',
  ],
  'printing_requests.free_reason': ['POST /printing_requests free_reason'],
  'printing_requests.location_id': [
    'PUT /printing_requests/{id} location_id',
    'PUT /printing_requests/{id}/shipping location_id',
  ],
  'printing_requests.shipping_method': [
    'PUT /printing_requests/{id} shipping_method_id',
    'PUT /printing_requests/{id}/shipping shipping_method_id',
  ],
  'printing_requests.expected_arrival_date': [
    'PUT /printing_requests/{id} expected_arrival_date',
    'PUT /printing_requests/{id}/shipping expected_arrival_date',
  ],
  'printing_requests.delivery_date_from': [
    'PUT /printing_requests/{id} delivery_date_from',
    'PUT /printing_requests/{id}/shipping delivery_date_from',
  ],
  'printing_requests.delivery_date_to': [
    'PUT /printing_requests/{id} delivery_date_to',
    'PUT /printing_requests/{id}/shipping delivery_date_to',
  ],
  'printing_request_items.insert_brackets': ['PUT /printing_requests/{id} printing_request_items'],
  'organizations.organization_type_id': ['PUT /organizations/{id} organization_type'],
  'organizations.customer_service_manager_id': ['PUT /organizations/{id} customer_service_manager_id'],
  'organizations.third_party_partner_id': ['PUT /organizations/{id} third_party_partner_id'],
  'organizations.rush_case_enabled': [
    'PUT /organizations/{id} rush_case_enabled',
    'PUT /organizations/{id}/rx_form_preference rush_case_enabled',
  ],
  'organizations.template_version': ['PUT /organizations/{id} template_version'],
  'organizations.disabled_at': ['PUT /organizations/{id} disabled'],
  'organizations.disabled_reason': ['PUT /organizations/{id} disabled_reason'],
  'licenses.seats': ['POST /licenses seats', 'PUT /licenses/{id} seats'],
  'periodic_rules.cents': ['POST /periodic_rules value', 'PUT /periodic_rules/{id} value'],
  'periodic_rules.applied_from': ['POST /periodic_rules applied_from', 'PUT /periodic_rules/{id} applied_from'],
  'periodic_rules.applied_to': ['POST /periodic_rules applied_to', 'PUT /periodic_rules/{id} applied_to'],
  'users.email': ['PUT /users/{id} email'],
  'users.account_number': ['PUT /users/{id} account_number', 'POST /organizations account_number'],
  'users.account_number, one’s own': ['PUT /profile account_number'],
  'users.role': ['PUT /users/{id} role'],
}

const routes = new Map(routesOfContract().map((route) => [`${route.method} ${route.path}`, route]))
const rightOf = (writer: string): string[] => {
  const at = writer.lastIndexOf(' ')
  const [call, field] = [writer.slice(0, at), writer.slice(at + 1)]
  const route = routes.get(call)
  if (!route) throw new Error(`${call} is no call`)
  return [route.fieldPermissions?.[field] ?? route.needs].flat().sort()
}

it('names the column of every field that has a permission of its own', () => {
  const marked = [...routes].flatMap(([call, { fieldPermissions = {} }]) =>
    Object.keys(fieldPermissions).map((field) => `${call} ${field}`),
  )
  expect(Object.values(columns).flat()).toEqual(expect.arrayContaining(marked))
})

it.each(Object.entries(columns))('%s is written with one right, by whichever call', (_, writers) => {
  const [first, ...others] = writers.map((writer) => ({ writer, right: rightOf(writer) }))
  for (const { writer, right } of others) expect({ writer, right }).toEqual({ writer, right: first!.right })
})
