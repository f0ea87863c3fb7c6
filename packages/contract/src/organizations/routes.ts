import { z } from 'zod'
import { IdParams } from '../core/fields.ts'
import { anyOf, get } from '../core/route.ts'
import { organizationRoles } from '../roles.ts'
import { ShippingMethod } from '../shipping/routes.ts'

const OptionList = z.array(z.strictObject({ id: z.int(), label: z.string() }))
const startsCases = anyOf('rx-forms.create', 'organization.rx-forms.create')

/** Where a practice receives what the lab sends. */
export const Location = z.strictObject({
  id: z.int(),
  organization_id: z.int(),
  location_name: z.string(),
  full_name: z.string(),
  street_address: z.string(),
  street_address_line_2: z.string(),
  city: z.string(),
  state: z.string(),
  zip_code: z.string(),
  country: z.string(),
  phone_number: z.string(),
  is_main: z.boolean(),
})
export type Location = z.infer<typeof Location>

export const organizations = {
  rxFormPreference: get('/organizations/{id}/rx_form_preference', {
    summary: 'The choices of the Rx form and what a practice usually chooses',
    spec: '2 §7, 3 §7; decisions §4',
    needs: startsCases,
    params: IdParams,
    returns: z.strictObject({
      data: z.strictObject({
        options: z.record(z.string(), OptionList),
        defaults: z.strictObject({
          jaws_id: z.int(),
          submission_completed_by: z.int(),
          shipping_method: z.string(),
          default_doctor_id: z.int().nullable(),
          location_id: z.int().nullable(),
        }),
      }),
      metadata: z.strictObject({
        third_party_partner: z.strictObject({ id: z.int(), name: z.string() }).nullable(),
        organization: z.strictObject({ id: z.int(), name: z.string(), account_number: z.string() }),
        rush_case_enabled: z.boolean(),
        rush_case_fee: z.number(),
        /** Why no case can be started now, in words, or null. */
        blocked: z.string().nullable(),
        startup_fee_paid: z.boolean(),
        production_days: z.int(),
        today: z.iso.date(),
        may_select_doctor: z.boolean(),
      }),
      shipping_methods: z.array(ShippingMethod),
    }),
  }),
  listMembers: get('/organizations/{id}/list_members', {
    summary: 'The people of a practice',
    spec: '2 §7, 3 §7',
    needs: startsCases,
    params: IdParams,
    returns: z.strictObject({
      members: z.array(
        z.strictObject({
          id: z.int(),
          full_name: z.string(),
          last_name: z.string(),
          is_doctor: z.boolean(),
          pivot: z.strictObject({ role: z.strictObject({ name: z.enum(organizationRoles) }) }),
        }),
      ),
    }),
  }),
  listAssignedLocations: get('/organizations/{id}/list_assigned_locations', {
    summary: 'The locations that I may send a case from and to',
    spec: '3 §7; decisions §4',
    needs: startsCases,
    params: IdParams,
    returns: z.strictObject({ locations: z.array(Location) }),
  }),
}
