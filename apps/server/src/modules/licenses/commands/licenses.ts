import type { LicenseBody, LicenseEdit } from '@archwire/contract/licenses/schema.ts'
import type { LicenseType } from '@archwire/contract/licenses/types.ts'
import { dayIn } from '@archwire/contract/core/dates.ts'
import { sql } from 'kysely'
import type { Trx } from '../../../db/client.ts'
import { rows, scoped } from '../../../db/scope.ts'
import type { Actor } from '../../../kernel/actor.ts'
import { Conflict, Invalid, permit, refuse } from '../../../kernel/errors.ts'
import { record } from '../../../kernel/record.ts'
import { updateVersioned } from '../../../kernel/records.ts'
import { lockOrganization, whyClosed } from '../../organizations/index.ts'
import { deletesLicenses, managesLicenses } from '../policy.ts'
import { seatsErrors, whyNotChanged } from '../rules.ts'
import { licenseOf, lockLicense } from './lock.ts'

const named = (id: number) => ({ table: 'licenses', id, what: 'This license' }) as const

/** Gives a license to a practice whose license was deleted (`licenses/one`); returns its id. @throws NotFound, Conflict, Invalid */
export async function createLicense(trx: Trx, actor: Actor, body: LicenseBody): Promise<number> {
  const { organization_id, user_id, license_type_id, seats } = body
  const organization = await lockOrganization(trx, actor, organization_id, { only: 'practice' })
  permit(managesLicenses(actor), whyClosed(organization))
  refuseSeats(license_type_id, seats)
  if (await licenseOf(trx, actor.scope, organization_id)) throw new Conflict('This practice has a license.')
  const contract = await scoped(trx, actor.scope)
    .from('contracts')
    .where('organization_id', '=', organization_id)
    .select('id')
    .executeTakeFirst()
  if (!contract) throw new Conflict('This practice has no subscription yet.')
  await refuseStranger(trx, organization_id, user_id)
  const { id } = await scoped(trx, actor.scope)
    .add('licenses')
    .values({
      organization_id,
      contract_id: contract.id,
      license_type_id,
      seats,
      user_id: user_id ?? null,
      created_at: actor.now,
      updated_at: actor.now,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await tell(trx, actor, { id, organization_id }, 'created', { license_type_id, seats })
  return id
}

/** Changes the type of a license, its included seats, or whose it is (`licenses/type`). @throws NotFound, Conflict, Invalid */
export async function updateLicense(
  trx: Trx,
  actor: Actor,
  id: number,
  { version, ...edit }: LicenseEdit,
): Promise<void> {
  const { row, state } = await lockLicense(trx, actor, named(id))
  const type = edit.license_type_id ?? state.license_type_id
  const seats = edit.seats ?? state.seats
  if (edit.seats !== undefined) refuseSeats(type, seats)
  refuse(whyNotChanged(state, { type, seats }))
  await refuseStranger(trx, row.organization_id, edit.user_id)
  await updateVersioned(trx, 'licenses', row, version, { ...edit, license_type_id: type, seats }, actor.now)
  await tell(trx, actor, row, 'changed', { ...edit, seats })
}

/** Deletes a license without devices and bought seats (`licenses/delete`). @throws NotFound, Forbidden, Conflict */
export async function deleteLicense(trx: Trx, actor: Actor, id: number): Promise<void> {
  const { row, state } = await lockLicense(trx, actor, named(id), deletesLicenses)
  const { rows: found } = await sql`select from ${rows(actor.scope, 'devices', 'v')}
    where v.organization_id = ${row.organization_id} and v.license_id = ${id} limit 1`.execute(trx)
  refuse(found.length > 0 ? 'This license has devices. Remove them first.' : null)
  refuse(state.bought > 0 ? 'The practice buys seats. Give them back first.' : null)
  await scoped(trx, actor.scope).remove('licenses').where('id', '=', id).execute()
  await tell(trx, actor, row, 'deleted', null)
}

/** Switches a license off, from the lab's today on, or on again (`licenses/status`); again changes nothing. @throws NotFound */
export async function setLicenseStatus(
  trx: Trx,
  actor: Actor,
  id: number,
  active: boolean,
  zone: string,
): Promise<void> {
  const { row, state } = await lockLicense(trx, actor, named(id))
  if (state.expired === !active) return
  const expiration_date = active ? null : dayIn(zone, actor.now)
  await updateVersioned(trx, 'licenses', row, undefined, { expiration_date }, actor.now)
  await tell(trx, actor, row, active ? 'switched_on' : 'switched_off', null)
}

function refuseSeats(type: LicenseType, seats: number): void {
  const errors = seatsErrors(type, seats)
  if (errors) throw new Invalid(errors)
}

/** The person of a license is a member of its practice. @throws Invalid */
async function refuseStranger(trx: Trx, organizationId: number, userId: number | undefined): Promise<void> {
  if (userId === undefined) return
  const { rows: found } = await sql`select from memberships m join users u on u.id = m.user_id
    where m.organization_id = ${organizationId} and m.user_id = ${userId} and u.deleted_at is null`.execute(trx)
  if (found.length === 0) throw new Invalid({ user_id: ['Choose a member of this practice.'] })
}

const tell = (
  trx: Trx,
  actor: Actor,
  { id, organization_id }: { id: number; organization_id: number },
  event: 'created' | 'changed' | 'deleted' | 'switched_on' | 'switched_off',
  data: object | null,
) => record(trx, actor, [{ subject: 'license', id, organizationId: organization_id, event, data }])
