import { z } from 'zod'
import { actions, Instant, reasons } from '../core/fields.ts'
import { bodyOf, editOf } from '../core/record-schema.ts'
import { locationFields } from './fields.ts'

/** Where a case's parcels go, as the case shows it. */
export const LocationAddress = z.strictObject({
  id: z.int(),
  organization_id: z.int(),
  organization: z.strictObject({ id: z.int(), name: z.string(), account_number: z.string() }),
  location_name: z.string(),
  full_name: z.string(),
  street_address: z.string(),
  street_address_line_2: z.string(),
  city: z.string(),
  state: z.string(),
  zip_code: z.string(),
  country: z.string(),
  phone_number: z.string(),
  /** Minutes ahead of UTC now; null outside the USA. */
  timezone_offset: z.int().nullable(),
  is_main: z.boolean(),
})
export type LocationAddress = z.infer<typeof LocationAddress>

/** What a person may be able to do with a location now. */
export const locationActions = ['update', 'update_address', 'make_main', 'delete'] as const
export type LocationAction = (typeof locationActions)[number]

/** A location in a list. */
export const LocationSummary = LocationAddress.extend({
  first_name: z.string(),
  last_name: z.string(),
  email: z.string(),
  /** The address in one line. */
  full_address: z.string(),
  /** Ids of the people who work there. */
  users: z.array(z.int()),
  /** Whether an open Rx form or print names it. */
  has_incomplete_requests: z.boolean(),
  version: z.int(),
  created_at: Instant,
  updated_at: Instant,
  can: actions(...locationActions),
})
export type LocationSummary = z.infer<typeof LocationSummary>

/** A place where an organization works and receives what the lab sends. */
export const Location = LocationSummary.extend({ why_not: reasons(...locationActions) })
export type Location = z.infer<typeof Location>

/** The editable fields of a location (`organizations/location-fields`). */
export const LocationBody = bodyOf(locationFields)
export type LocationBody = z.infer<typeof LocationBody>

/** An edit: omitted fields stay as they are. `is_main` moves the main location here. */
export const LocationEdit = editOf(locationFields).extend({ is_main: z.literal(true).optional() })
export type LocationEdit = z.infer<typeof LocationEdit>
