import { z } from 'zod'
import { IdParams, Message } from '../core/fields.ts'
import { listOf } from '../core/list.ts'
import { del, get, post, put } from '../core/route.ts'
import { entersMoney } from '../required-permissions.ts'
import {
  Device,
  DeviceEdit,
  License,
  LicenseBody,
  LicenseEdit,
  LicenseStatusBody,
  LicenseTypeShown,
  OwnLicense,
  SeatsBody,
} from './schema.ts'
import { licenseSearch } from './search.ts'

const LicenseAnswer = z.strictObject({ license: License })
/** Included seats are value: they need `orders.manage` beside the permission of the call (`licenses/seats`). */
const value = { seats: entersMoney }
const LicenseChanged = LicenseAnswer.extend({ message: z.string() })

export const licenses = {
  list: get('/licenses', {
    shows: ['license', 'organization'],
    summary: 'The licenses of all practices, the newest first',
    rules: ['licenses/list', 'licenses/who-manages'],
    needs: 'licenses.manage',
    ...listOf({ key: 'licenses', row: License, search: licenseSearch }),
  }),
  get: get('/licenses/{id}', {
    shows: ['license@params.id', 'organization'],
    summary: 'A license with its devices',
    rules: ['licenses/page', 'licenses/who-manages'],
    needs: 'licenses.manage',
    params: IdParams,
    returns: LicenseAnswer,
  }),
  create: post('/licenses', {
    changes: ['license', 'organization'],
    summary: 'Give a license to a practice whose license was deleted',
    rules: ['licenses/one', 'licenses/seats', 'licenses/who-manages'],
    needs: 'licenses.manage',
    fieldPermissions: value,
    body: LicenseBody,
    returns: LicenseChanged,
    example: { body: { organization_id: 2_000_000_000, license_type_id: 1, seats: 1 }, refused: 409 },
  }),
  update: put('/licenses/{id}', {
    changes: ['license', 'organization'],
    summary: 'Change the type of a license, its included seats, or whose it is',
    rules: ['licenses/type', 'licenses/seats', 'licenses/who-manages'],
    needs: 'licenses.manage',
    fieldPermissions: value,
    params: IdParams,
    body: LicenseEdit,
    returns: LicenseChanged,
    example: { body: { license_type_id: 2, seats: 3 } },
  }),
  remove: del('/licenses/{id}', {
    changes: ['license', 'organization'],
    summary: 'Delete a license without devices and bought seats',
    rules: ['licenses/delete', 'licenses/who-manages'],
    needs: 'licenses.manage',
    params: IdParams,
    returns: Message,
  }),
  setStatus: post('/licenses/{id}/set_status', {
    changes: ['license', 'organization'],
    summary: 'Switch a license off, from today on, or on again',
    rules: ['licenses/status', 'licenses/who-manages'],
    needs: 'licenses.manage',
    params: IdParams,
    body: LicenseStatusBody,
    returns: LicenseChanged,
    example: { body: { active: false } },
  }),
  types: get('/license_types', {
    shows: [],
    summary: 'The kinds of licenses, with what they allow',
    rules: ['billing/license'],
    needs: 'session',
    returns: z.strictObject({ license_types: z.array(LicenseTypeShown) }),
  }),
  ofPractice: get('/organizations/{id}/license', {
    shows: ['license', 'organization@params.id'],
    summary: 'A practice’s license with its devices, and what seats cost',
    rules: ['licenses/extra'],
    needs: 'session',
    params: IdParams,
    returns: OwnLicense,
  }),
  buySeats: post('/organizations/{id}/seats', {
    changes: ['license', 'order', 'organization'],
    summary: 'Say how many seats the practice buys by the month',
    rules: ['licenses/bought', 'licenses/extra'],
    needs: 'organization.f_m_payment_methods.update',
    rate: { max: 20, per: 'user' },
    params: IdParams,
    body: SeatsBody,
    returns: OwnLicense.extend({ message: z.string() }),
    example: { body: { seats: 2, expected_price: 12_345 }, refused: 422 },
  }),
}

const DeviceChanged = z.strictObject({ device: Device, message: z.string() })
export const devices = {
  update: put('/devices/{id}', {
    changes: ['license', 'organization'],
    summary: 'Name a device, or keep it out',
    rules: ['licenses/device', 'licenses/who-manages'],
    needs: 'licenses.manage',
    params: IdParams,
    body: DeviceEdit,
    returns: DeviceChanged,
    example: { body: { name: 'Front desk' } },
  }),
  remove: del('/devices/{id}', {
    changes: ['license', 'organization'],
    summary: 'Remove a device: its seat is free',
    rules: ['licenses/device', 'licenses/who-manages'],
    needs: 'licenses.manage',
    params: IdParams,
    returns: Message,
  }),
}
