import type { UserRole } from '@archwire/contract/roles.ts'
import { isStaff } from '@archwire/contract/roles.ts'
import type { UserBody } from '@archwire/contract/users/body.ts'
import { sql } from 'kysely'
import type { Trx } from '../../../db/client.ts'
import type { Actor } from '../../../kernel/actor.ts'
import { now } from '../../../kernel/clock.ts'
import { Invalid, permit } from '../../../kernel/errors.ts'
import { record } from '../../../kernel/record.ts'
import { addMember, lockOrganizationOf, memberAdded, whyClosed } from '../../organizations/index.ts'
import { grants } from '../policy.ts'
import { isFree } from '../queries.ts'
import { sendFirstPasswordLink } from './send-links.ts'

export interface NewUser {
  first_name: string
  last_name: string
  email: string
  username?: string
  role: UserRole | null
  /** Already hashed (auth/passwords.ts). */
  passwordHash: string | null
  verified: boolean
  /** Who of the lab makes the account; omitted where the person signs up. */
  createdBy?: number
}

/** Creates a person with the next account number (`U-` and six digits). Returns the id; a known email violates a unique index. */
export async function createUser(trx: Trx, input: NewUser): Promise<number> {
  const { id } = await trx
    .insertInto('users')
    .values({
      first_name: input.first_name,
      last_name: input.last_name,
      email: input.email.toLowerCase(),
      username: input.username || null,
      role: input.role,
      password_hash: input.passwordHash,
      account_number: sql<string>`'U-' || lpad(nextval('user_account_numbers')::text, 6, '0')`,
      created_by_user_id: input.createdBy ?? null,
      email_verified_at: input.verified ? now() : null,
      created_at: now(),
      updated_at: now(),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** Email addresses of new and changed people are taken one after the other. @throws Invalid when the address is taken */
export async function takeEmail(trx: Trx, email: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${email.toLowerCase()}, 1))`.execute(trx)
  if (!(await isFree(trx, email))) throw new Invalid({ email: ['This email belongs to another account.'] })
}

/** Whether a new person of this role asks for the editor's own password. What is refused anyway asks for none. */
export const newPersonAsksForPassword = (actor: Actor, { role }: UserBody): boolean =>
  isStaff(role) && grants(actor, role)

interface Adding {
  /** Whether the editor's own password was checked. */
  checked: boolean
  publicUrl: string
}

/**
 * Adds a person, who gets a mail with a link to choose the first password (`people/added`). Returns the id.
 * @throws Forbidden for a role that the actor may not grant, Invalid
 */
export async function addPerson(
  trx: Trx,
  actor: Actor,
  body: UserBody,
  { checked, publicUrl }: Adding,
): Promise<number> {
  const { role, first_name, organization_id: organizationId } = body
  const email = body.email.toLowerCase()
  permit(grants(actor, role), null)
  if (newPersonAsksForPassword(actor, body) && !checked) throw new Invalid({ current_password: ['Required'] })
  await checkOrganization(trx, role, organizationId)
  await takeEmail(trx, email)
  const id = await createUser(trx, { ...body, passwordHash: null, verified: false, createdBy: actor.userId })
  if (organizationId !== null) await addMember(trx, organizationId, id, 'organization_member')
  await sendFirstPasswordLink(trx, { id, first_name, email, role }, publicUrl, { sentBy: actor.userId })
  await record(trx, actor, [
    { subject: 'user', id, organizationId, event: 'added', data: { role } },
    ...(organizationId === null ? [] : [memberAdded(organizationId, { user_id: id, role: 'organization_member' })]),
  ])
  return id
}

/** The first owner of an organization that is being created. */
interface NewOwner extends Pick<UserBody, 'first_name' | 'last_name' | 'email' | 'username'> {
  /** Empty: the next free one. */
  account_number: string
  role: 'doctor' | 'lab_partner'
  organizationId: number
}

/**
 * Adds the owner of a new organization, who gets a mail with a link to choose the first password (`people/added`).
 * @throws Forbidden for a role that the actor may not grant, Invalid
 */
export async function addOwner(trx: Trx, actor: Actor, owner: NewOwner, publicUrl: string): Promise<void> {
  const { role, first_name, organizationId, account_number } = owner
  const email = owner.email.toLowerCase()
  permit(grants(actor, role), null)
  await takeEmail(trx, email)
  const id = await createUser(trx, { ...owner, passwordHash: null, verified: false, createdBy: actor.userId })
  if (account_number !== '') await giveNumber(trx, id, account_number)
  await addMember(trx, organizationId, id, 'organization_owner')
  await sendFirstPasswordLink(trx, { id, first_name, email, role }, publicUrl, { sentBy: actor.userId })
  await record(trx, actor, [{ subject: 'user', id, organizationId, event: 'added', data: { role } }])
}

async function giveNumber(trx: Trx, id: number, account_number: string): Promise<void> {
  await refuseTakenNumber(trx, account_number, id)
  await trx.updateTable('users').set({ account_number }).where('id', '=', id).execute()
}

/** @throws Invalid when someone else has the account number, whatever its case */
export async function refuseTakenNumber(trx: Trx, number: string, but: number): Promise<void> {
  const { rows } = await sql`
    select 1 from users where lower(account_number) = ${number.toLowerCase()} and id <> ${but}`.execute(trx)
  if (rows.length > 0) throw new Invalid({ account_number: ['This account number belongs to another account.'] })
}

/** Doctors and staff members belong to a practice or to none yet, partners to a partner lab, lab staff to none. */
async function checkOrganization(trx: Trx, role: UserRole, id: number | null): Promise<void> {
  const wrong = (message: string) => new Invalid({ organization_id: [message] })
  const partner = role === 'lab_partner'
  if (id === null) {
    if (partner) throw wrong('Required')
    return
  }
  if (isStaff(role)) throw wrong('Lab staff belong to no organization.')
  const [organization] = await lockOrganizationOf(trx, id)
  if (!organization || organization.organization_archived) throw wrong('This organization does not exist.')
  const closed = whyClosed(organization)
  if (closed !== null) throw wrong(closed)
  if (partner !== (organization.kind === 'partner'))
    throw wrong(partner ? 'This is not a partner lab.' : 'This is a partner lab, not a practice.')
}
