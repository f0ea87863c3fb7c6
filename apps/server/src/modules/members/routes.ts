import { counted } from '@archwire/contract/core/counted.ts'
import { members } from '@archwire/contract/members/routes.ts'
import { homeOf, type Config } from '../../config.ts'
import type { Trx } from '../../db/client.ts'
import type { Serve } from '../../http/serve.ts'
import type { Actor } from '../../kernel/actor.ts'
import { actorOf, readUser } from '../auth/index.ts'
import { addKnownMember } from './commands/add.ts'
import { changeRole, proveRoleChange } from './commands/change-role.ts'
import { proveOwnerGrant } from './commands/grant-owner.ts'
import { handOverPatients } from './commands/hand-over.ts'
import { invite, resendInvitation, revokeInvitation } from './commands/invitations.ts'
import { removeMember } from './commands/remove.ts'
import { listInvitations, listMembers, membersOf } from './queries.ts'

/** Registers the calls about the members of organizations, and the invitations of new ones. */
export function memberRoutes(serve: Serve, config: Config): void {
  const publicUrl = homeOf(config)

  serve(members.list, async ({ db, actor, params }) => ({
    users: await membersOf(db, actor, params.id),
  }))

  serve(members.invite, {
    prepare: ({ db, actor, params, body: { role, current_password: password } }) =>
      proveOwnerGrant(db, actor, { ...params, role, password }, { action: 'invite', config }),
    handle: async ({ trx, actor, params, body, prepared: checked }) => ({
      invitation: await invite(trx, actor, { id: params.id, body, checked, publicUrl }),
      message: 'The invitation is sent.',
    }),
  })

  serve(members.invitations, async ({ db, actor, params }) => ({
    invitations: await listInvitations(db, actor, params.id),
  }))

  serve(members.resendInvitation, async ({ trx, actor, params }) => ({
    invitation: await resendInvitation(trx, actor, { ...params, publicUrl }),
    message: 'The invitation is sent again.',
  }))

  serve(members.revokeInvitation, async ({ trx, actor, params }) => {
    await revokeInvitation(trx, actor, params)
    return { message: 'The invitation is revoked.' }
  })

  serve(members.addMember, {
    prepare: ({ db, actor, params, body: { role, current_password: password } }) =>
      proveOwnerGrant(db, actor, { ...params, role, password }, { action: 'add', config }),
    handle: async ({ trx, actor, params, body: { user_id: userId, role }, prepared: checked }) => {
      const organization = await addKnownMember(trx, actor, { ...params, userId, role, checked, publicUrl })
      return { users: await listMembers(trx, actor, organization), message: 'The member is added.' }
    },
  })

  serve(members.removeMember, async ({ trx, actor, params, body }) => {
    const gone = { ...params, userId: body.user_id, handOverTo: body.hand_over_to, publicUrl }
    const organization = await removeMember(trx, actor, gone)
    return { users: await listMembers(trx, actor, organization), message: 'The member is removed.' }
  })

  serve(members.changeRole, {
    prepare: ({ db, actor, params, body: { user_id: userId, role, current_password: password } }) =>
      proveRoleChange(db, actor, { ...params, userId, role, password }, config),
    handle: async ({ trx, actor, params, body }) => {
      const change = { ...params, userId: body.user_id, role: body.role, publicUrl }
      const organization = await changeRole(trx, actor, change)
      // Who steps down has other rights from now on.
      const reader = body.user_id === actor.userId ? await again(trx, actor) : actor
      return { users: await listMembers(trx, reader, organization), message: 'The role is changed.' }
    },
  })

  serve(members.handOverPatients, async ({ trx, actor, params, body }) => {
    const handing = { ...params, from: body.from_user_id, to: body.to_user_id }
    const count = await handOverPatients(trx, actor, handing)
    return { handed_over: count, message: `${counted(count, 'case is', 'cases are')} handed over.` }
  })
}

/** The actor with the rights that the transaction has given. */
const again = async (trx: Trx, actor: Actor): Promise<Actor> =>
  actorOf((await readUser(trx, actor.userId))!, { id: actor.sessionId, address: actor.address })
