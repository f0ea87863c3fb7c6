import { labScope } from '../../src/db/scope.ts'
import { insertLocation } from '../../src/modules/locations/index.ts'
import type { TestApp } from '../app.ts'
import { unique } from './unique.ts'

export const mainLocation = {
  location_name: 'Main',
  first_name: 'Ann',
  last_name: 'Desk',
  email: 'desk@example.com',
  phone_number: '+13035550100',
  street_address: '1 Main Street',
  city: 'Denver',
  state: 'CO',
  zip_code: '80202',
}

/** Places that practices work at. */
export function locationsIn({ connection: { db } }: TestApp) {
  /** Another location of a practice; returns its id. */
  const location = (organization: { id: number }, change: Partial<typeof mainLocation> = {}): Promise<number> =>
    db.transaction().execute((trx) =>
      insertLocation(trx, labScope, organization.id, {
        ...mainLocation,
        location_name: `Branch ${unique()}`,
        ...change,
      }),
    )

  return { location }
}
