import type { OrganizationRole, UserRole } from '@archwire/contract/roles.ts'
import { sql } from 'kysely'
import type { Trx } from '../../../db/client.ts'
import { personCondition } from '../../../db/scope.ts'
import type { Actor } from '../../../kernel/actor.ts'
import { Invalid, NotFound, permit } from '../../../kernel/errors.ts'
import { record } from '../../../kernel/record.ts'
import { revokeInvitations } from '../../accounts/index.ts'
import {
  addMember,
  lockOrganization,
  memberAdded,
  tellOwners,
  whyNoMember,
  type OrganizationState,
} from '../../organizations/index.ts'
import { may } from '../policy.ts'
import { asRead, blocked } from '../rules.ts'
import { requireChecked } from './grant-owner.ts'

interface Person {
  role: UserRole | null
  email: string
  member: boolean
}

/** A person who is not archived and whom the actor sees: the lab sees everyone, a practice its own people. */
async function findPerson(trx: Trx, actor: Actor, userId: number, organizationId: number): Promise<Person> {
  const { rows } = await sql<Person>`
    select u.role, u.email,
      exists (select 1 from memberships m where m.organization_id = ${organizationId} and m.user_id = u.id) as member
    from users u where u.id = ${userId} and u.deleted_at is null and ${personCondition(actor.scope, 'u')}
    for share of u`.execute(trx)
  if (!rows[0]) throw new NotFound('This person')
  return rows[0]
}

interface Adding {
  /** The organization's id. */
  id: number
  userId: number
  role: OrganizationRole
  /** Whether the actor's own password was checked. */
  checked: boolean
  publicUrl: string
}

/** Makes a known person a member at once (`people/who-adds`). An open invitation of theirs has no use then, and ends. */
export async function addKnownMember(
  trx: Trx,
  actor: Actor,
  { id, userId, role, checked, publicUrl }: Adding,
): Promise<OrganizationState> {
  const organization = await lockOrganization(trx, actor, id)
  const person = await findPerson(trx, actor, userId, id)
  permit(may.add(actor, organization, role), blocked.change(organization))
  requireChecked(role, checked)
  const reason = person.member
    ? 'This person is a member of the organization already.'
    : asRead(actor, whyNoMember({ role: person.role, archived: false }, organization))
  if (reason !== null) throw new Invalid({ user_id: [reason] })
  await addMember(trx, id, userId, role)
  await revokeInvitations(trx, id, { email: person.email })
  await record(trx, actor, [
    memberAdded(id, { user_id: userId, role }),
    { subject: 'user', id: userId, organizationId: id, event: 'joined' },
  ])
  const change = { organizationId: id, userId, before: null, after: role, by: actor.userId, at: actor.now, publicUrl }
  await tellOwners(trx, change)
  return organization
}
