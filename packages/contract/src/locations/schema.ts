import { z } from 'zod'
import { phoneNumber, postalAddress } from '../core/address.ts'
import { actions, email, idList, Instant, line, reasons, version } from '../core/fields.ts'

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

const written = {
  location_name: line(100),
  first_name: line(100),
  last_name: line(100),
  email: email(),
  phone_number: phoneNumber(),
  ...postalAddress,
  users: idList(200),
}

/** The editable fields of a location (`organizations/location-fields`). */
export const LocationBody = z.strictObject({
  ...written,
  street_address_line_2: written.street_address_line_2.default(''),
  country: written.country.default('USA'),
  users: written.users.default([]),
})
export type LocationBody = z.infer<typeof LocationBody>

/** An edit: omitted fields stay as they are. `is_main` moves the main location here. */
export const LocationEdit = z
  .strictObject(written)
  .partial()
  .extend({ is_main: z.literal(true).optional(), version: version().optional() })
export type LocationEdit = z.infer<typeof LocationEdit>
