import { z } from 'zod'
import { IdParams, Message } from '../core/fields.ts'
import { del, get, post } from '../core/route.ts'
import { handsOverCases, invitesMembers, seesOrganization } from '../required-permissions.ts'
import {
  AddMemberBody,
  ChangeRoleBody,
  HandOverBody,
  Invitation,
  InviteBody,
  Member,
  RemoveMemberBody,
} from './schema.ts'

/** The members of the organization after a change, and what to tell the editor. */
const MembersAnswer = z.strictObject({ users: z.array(Member), message: z.string() })
/** An invitation after a change, and what to tell the editor. */
const InvitationAnswer = z.strictObject({ invitation: Invitation, message: z.string() })

const InvitationParams = IdParams.extend({
  /** The invitation's id. */
  invitationId: IdParams.shape.id,
})
const examplePassword = 'Not-the-one-1'

export const members = {
  list: get('/organizations/{id}/members', {
    shows: ['organization@params.id', 'user'],
    summary: 'The members of an organization by last name, with what I may do with each',
    rules: ['people/partner', 'people/who-removes', 'people/who-changes-roles'],
    needs: seesOrganization,
    params: IdParams,
    returns: z.strictObject({ users: z.array(Member) }),
  }),
  invite: post('/organizations/{id}/invite', {
    changes: ['organization'],
    summary: 'Invite a person into an organization by mail',
    rules: ['access/invitation', 'people/who-invites'],
    needs: invitesMembers,
    params: IdParams,
    rate: { max: 60, per: 'user' },
    body: InviteBody,
    returns: InvitationAnswer,
    example: { body: { email: 'new.member@example.com' } },
  }),
  invitations: get('/organizations/{id}/invitations', {
    shows: ['organization@params.id'],
    summary: 'The open invitations of an organization, the newest first',
    rules: ['people/who-invites'],
    needs: invitesMembers,
    params: IdParams,
    returns: z.strictObject({ invitations: z.array(Invitation) }),
  }),
  resendInvitation: post('/organizations/{id}/invitations/{invitationId}/resend', {
    changes: ['organization'],
    summary: 'Send an invitation again: a new link, seven more days, the earlier link stops working',
    rules: ['access/invitation', 'people/who-invites'],
    needs: invitesMembers,
    params: InvitationParams,
    rate: { max: 60, per: 'user' },
    returns: InvitationAnswer,
  }),
  revokeInvitation: del('/organizations/{id}/invitations/{invitationId}', {
    changes: ['organization'],
    summary: 'Revoke an invitation: its link stops working',
    rules: ['access/invitation', 'people/who-invites'],
    needs: invitesMembers,
    params: InvitationParams,
    returns: Message,
  }),
  addMember: post('/organizations/{id}/add_member', {
    changes: ['organization', 'user'],
    summary: 'Add a known person to an organization at once',
    rules: ['people/who-adds'],
    needs: 'organizations.add_member',
    params: IdParams,
    body: AddMemberBody,
    returns: MembersAnswer,
    example: { body: { user_id: 1 }, refused: 422 },
  }),
  removeMember: post('/organizations/{id}/remove_member', {
    changes: ['organization', 'user', 'case'],
    summary: 'Remove a member, who loses access at once; the cases stay in the organization',
    rules: ['people/who-removes', 'people/last-owner', 'people/at-once'],
    needs: 'organizations.add_member',
    params: IdParams,
    body: RemoveMemberBody,
    returns: MembersAnswer,
    example: { body: { user_id: 1 } },
  }),
  changeRole: post('/organizations/{id}/change_role', {
    changes: ['organization', 'user'],
    summary: 'Change a member’s role within the organization',
    rules: ['people/who-changes-roles', 'people/last-owner', 'people/at-once'],
    needs: 'organizations.change-member-role',
    params: IdParams,
    body: ChangeRoleBody,
    returns: MembersAnswer,
    example: {
      body: { user_id: 1, role: 'organization_member', current_password: examplePassword },
      refused: 422,
    },
  }),
  handOverPatients: post('/organizations/{id}/hand_over_patients', {
    changes: ['case'],
    summary: 'Hand all cases of one doctor to another doctor of the organization',
    rules: ['people/hand-over'],
    needs: handsOverCases,
    params: IdParams,
    body: HandOverBody,
    returns: Message.extend({ handed_over: z.int() }),
    example: { body: { from_user_id: 1, to_user_id: 2 } },
  }),
}
