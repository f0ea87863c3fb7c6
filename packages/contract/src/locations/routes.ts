import { z } from 'zod'
import { id, IdParams, Message } from '../core/fields.ts'
import { listOf } from '../core/list.ts'
import { anyOf, del, get, post, put } from '../core/route.ts'
import { addsLocations, seesOrganization, startsCases } from '../required-permissions.ts'
import { Location, LocationAddress, LocationBody, LocationEdit, LocationSummary } from './schema.ts'
import { locationSearch } from './search.ts'

/** A location after a change, and what to tell the person. */
export const LocationAnswer = z.strictObject({ location: Location, message: z.string() })
const example = {
  location_name: 'Main office',
  first_name: 'Ada',
  last_name: 'Byron',
  email: 'frontdesk@example.com',
  phone_number: '+13035550142',
  street_address: '1200 Larimer Street',
  city: 'Denver',
  state: 'CO',
  zip_code: '80204',
}

export const locations = {
  list: get('/locations', {
    shows: ['location'],
    summary: 'The locations within my reach, the newest first',
    rules: ['organizations/tenant', 'people/partner'],
    needs: seesOrganization,
    ...listOf({ key: 'locations', row: LocationSummary, search: locationSearch }),
  }),
  get: get('/locations/{id}', {
    shows: ['location@params.id'],
    summary: 'A location',
    rules: ['organizations/tenant', 'organizations/address-lock', 'organizations/main'],
    needs: seesOrganization,
    params: IdParams,
    returns: z.strictObject({ location: Location }),
  }),
  create: post('/locations', {
    changes: ['location'],
    summary: 'Add a location of an organization',
    rules: ['organizations/who-locations', 'organizations/location-fields'],
    needs: addsLocations,
    body: LocationBody.extend({ organization_id: id() }),
    returns: LocationAnswer,
    rate: { max: 60, per: 'user' },
    example: { body: { ...example, organization_id: 1 } },
  }),
  update: put('/locations/{id}', {
    changes: ['location', 'organization', 'case'],
    summary: 'Change a location, who works there, or make it the main one',
    rules: ['organizations/who-locations', 'organizations/address-lock', 'organizations/main'],
    needs: anyOf('locations.manage', 'locations.update', 'organization.locations.update'),
    params: IdParams,
    body: LocationEdit,
    returns: LocationAnswer,
    example: { body: { location_name: 'Main office' } },
  }),
  remove: del('/locations/{id}', {
    changes: ['location'],
    summary: 'Delete a location; one that a case names is archived',
    rules: ['organizations/delete', 'organizations/main'],
    needs: anyOf('locations.manage', 'locations.delete', 'organization.locations.delete'),
    params: IdParams,
    returns: Message,
    // The example's location is the main one, which stays.
    example: { refused: 409 },
  }),
  listAssigned: get('/organizations/{id}/list_assigned_locations', {
    shows: ['location', 'organization@params.id'],
    summary: 'The locations that I may send a case from and to',
    rules: ['organizations/assigned', 'rx-form/where'],
    needs: startsCases,
    params: IdParams,
    returns: z.strictObject({ locations: z.array(LocationAddress) }),
  }),
}
