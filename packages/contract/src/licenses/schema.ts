import { z } from 'zod'
import { actions, Day, id, Instant, secret, version } from '../core/fields.ts'
import { editOf } from '../core/record-schema.ts'
import { ShownTotal } from '../billing/payment-schema.ts'
import { PracticeOfContract } from '../contracts/schema.ts'
import { deviceFields } from './fields.ts'
import { licenseTypes, mostSeats } from './types.ts'

/** A kind of license, with what it allows. */
export const LicenseTypeShown = z.strictObject({
  id: z.literal(licenseTypes.map((type) => type.id)),
  name: z.string(),
  rules: z.strictObject({ allow_buy_seats: z.boolean() }),
})
export type LicenseTypeShown = z.infer<typeof LicenseTypeShown>

const Person = z.strictObject({ id: z.int(), full_name: z.string(), email: z.string() })

/** A computer on which the desktop application signed in (`licenses/device`). */
export const Device = z.strictObject({
  id: z.int(),
  name: z.string(),
  /** What the application says of it: system and version. */
  details: z.string(),
  created_at: Instant,
  last_seen_at: Instant,
  /** Who signed in on it last; a practice reads no names of the lab's people. */
  last_seen_by: z.strictObject({ id: z.int(), full_name: z.string() }).nullable(),
  /** It is kept out, and takes no seat. */
  is_blocked: z.boolean(),
  version: z.int(),
})
export type Device = z.infer<typeof Device>

/** The license of a practice (`billing/license`). */
export const License = z.strictObject({
  id: z.int(),
  organization: PracticeOfContract,
  contract_id: z.int(),
  /** Whose license it is: the owner, unless another member was picked; null without an owner. */
  user: Person.nullable(),
  license_type: LicenseTypeShown,
  /** When the first device signed in; null: none has. */
  activated_at: Instant.nullable(),
  /** The last day on which devices came in: it is off since; null: it is on. */
  expiration_date: Day.nullable(),
  /** Seats that are included. */
  seats: z.int(),
  /** Seats that the practice buys by the month, beside those. */
  bought_seats: z.int(),
  /** Seats that no device takes. */
  available_seats: z.int(),
  devices: z.array(Device),
  version: z.int(),
  created_at: Instant,
  /** `update_seats`: the seats that are included. */
  can: actions('update', 'update_seats', 'delete'),
})
export type License = z.infer<typeof License>

/** A license as its practice reads it. */
export const LicenseOfPractice = License.omit({ can: true, version: true })

/** The license of a practice with what seats cost (`licenses/extra`). */
export const OwnLicense = z.strictObject({
  license: LicenseOfPractice.nullable(),
  /** Dollars a month for each bought seat. */
  seat_price: z.number(),
  /** The most seats that were bought on any day since the last monthly closing: what the next one charges. */
  charged_seats: z.int(),
  /** No month closes before the subscription is resumed: the current invoice has no seats. */
  is_suspended: z.boolean(),
  can: actions('buy_seats'),
})
export type OwnLicense = z.infer<typeof OwnLicense>

const type = () => z.literal(licenseTypes.map((row) => row.id))
const seats = () => z.int().min(1).max(mostSeats)

/**
 * A license for a practice whose license was deleted, with one seat where nothing else is said; `user_id` is a member of it,
 * the owner where it is left out.
 */
export const LicenseBody = z.strictObject({
  organization_id: id(),
  user_id: id().optional(),
  license_type_id: type(),
  seats: seats().default(1),
})
export type LicenseBody = z.infer<typeof LicenseBody>

/** A change of a license: omitted fields stay. */
export const LicenseEdit = z.strictObject({
  license_type_id: type().optional(),
  seats: seats().optional(),
  user_id: id().optional(),
  version: version().optional(),
})
export type LicenseEdit = z.infer<typeof LicenseEdit>

export const LicenseStatusBody = z.strictObject({ active: z.boolean() })

export const DeviceEdit = editOf(deviceFields)
export type DeviceEdit = z.infer<typeof DeviceEdit>

/** How many seats the practice buys from now on, at the price that the page showed. */
export const SeatsBody = z.strictObject({
  seats: z.int().min(0).max(mostSeats),
  expected_price: ShownTotal,
  current_password: secret().optional(),
})
export type SeatsBody = z.infer<typeof SeatsBody>
