import { offsetAt } from '@archwire/contract/core/places.ts'
import type { LocationAddress } from '@archwire/contract/locations/schema.ts'
import { sql } from 'kysely'
import type { Actor } from '../../kernel/actor.ts'

/** A location as SQL reads it: its time zone follows from where it is. */
export type AddressRow = Omit<LocationAddress, 'timezone_offset'>

/** The columns of a location `l` as cases show it; its organization is `o`. */
export const addressColumns = sql`
  l.id, l.organization_id, jsonb_build_object('id', o.id, 'name', o.name, 'account_number', o.account_number) as organization,
  l.location_name, l.first_name || ' ' || l.last_name as full_name, l.street_address, l.street_address_line_2, l.city, l.state,
  l.zip_code, l.country, l.phone_number, l.is_main`

/** The address of a location `l` in one line. */
export const fullAddress = sql`concat_ws(', ', l.street_address, nullif(l.street_address_line_2, ''), l.city,
  nullif(concat_ws(' ', nullif(l.state, ''), nullif(l.zip_code, '')), ''), l.country)`

/** A location with its current offset from UTC in minutes. */
export const presentAddress = <R extends AddressRow>({ now }: Pick<Actor, 'now'>, row: R) => ({
  ...row,
  timezone_offset: offsetAt(row.country, row.state, now),
})
