import { members } from '@archwire/contract/members/routes.ts'
import type { Input } from '@archwire/contract/core/route.ts'
import { sql } from 'kysely'
import { hashPassword } from '../../src/modules/auth/index.ts'
import type { TestApp, TestUser } from '../app.ts'

/** The password of the people to whom `withPassword` gives one. */
export const ownPassword = 'Tall-Hedge-41'

type Body<R extends keyof typeof members> = Input<(typeof members)[R]> extends { body: infer B } ? B : never

/** The calls about members of an organization, and what its database holds. */
export function membersIn(test: TestApp) {
  const { db } = test.connection
  let hash: Promise<string> | undefined

  async function withPassword(...people: TestUser[]): Promise<void> {
    hash ??= hashPassword(ownPassword)
    await sql`update users set password_hash = ${await hash} where id = any(${people.map(({ id }) => id)}::int[])`.execute(
      db,
    )
  }

  const emailOf = async (user: TestUser): Promise<string> => {
    const { email } = await db.selectFrom('users').select('email').where('id', '=', user.id).executeTakeFirstOrThrow()
    return email
  }

  /** Roles by person of an organization, as the database holds them. */
  async function rolesIn(organizationId: number): Promise<Map<number, string>> {
    const found = await db
      .selectFrom('memberships')
      .select(['user_id', 'role'])
      .where('organization_id', '=', organizationId)
      .execute()
    return new Map(found.map(({ user_id, role }) => [user_id, role.replace('organization_', '')]))
  }

  const ownersPassword = ({ role }: { role?: string | undefined }) =>
    role === 'organization_owner' ? { current_password: ownPassword } : {}

  return {
    withPassword,
    emailOf,
    rolesIn,
    /** With the password above where an owner is made. */
    invite: (who: TestUser, id: number, body: Body<'invite'>) =>
      test.as(who).call(members.invite, { params: { id }, body: { ...ownersPassword(body), ...body } }),
    invitations: (who: TestUser, id: number) => test.as(who).call(members.invitations, { params: { id } }),
    resend: (who: TestUser, id: number, invitationId: number) =>
      test.as(who).call(members.resendInvitation, { params: { id, invitationId } }),
    revoke: (who: TestUser, id: number, invitationId: number) =>
      test.as(who).call(members.revokeInvitation, { params: { id, invitationId } }),
    add: (who: TestUser, id: number, body: Body<'addMember'>) =>
      test.as(who).call(members.addMember, { params: { id }, body: { ...ownersPassword(body), ...body } }),
    remove: (who: TestUser, id: number, body: Body<'removeMember'>) =>
      test.as(who).call(members.removeMember, { params: { id }, body }),
    change: (who: TestUser, id: number, body: Omit<Body<'changeRole'>, 'current_password'>, password = ownPassword) =>
      test.as(who).call(members.changeRole, { params: { id }, body: { ...body, current_password: password } }),
    handOver: (who: TestUser, id: number, body: Body<'handOverPatients'>) =>
      test.as(who).call(members.handOverPatients, { params: { id }, body }),
  }
}
export type GivenMembers = ReturnType<typeof membersIn>
