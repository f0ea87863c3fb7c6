import { z } from 'zod'
import { email, id, IdParams, Message, version } from '../core/fields.ts'
import { listOf } from '../core/list.ts'
import { del, get, post, put } from '../core/route.ts'
import { archivesUsers, changesIdentity, changesUsers, restoresUsers, seesUsers } from '../required-permissions.ts'
import { AdditionalEmail, User, UserSummary } from './schema.ts'
import { ToggleBody, UserBody, UserEdit } from './body.ts'
import { userSearch } from './search.ts'

/** A person after a change, and what to tell the editor. */
export const UserAnswer = z.strictObject({ user: User, message: z.string() })

export const users = {
  list: get('/users', {
    shows: ['user', 'organization'],
    summary: 'Find people by name or email and role',
    rules: ['people/found'],
    needs: 'users.view',
    ...listOf({ key: 'users', row: UserSummary, search: userSearch, perPage: 15 }),
  }),
  get: get('/users/{id}', {
    shows: ['user@params.id', 'organization'],
    summary: 'A person in full; a partner lab reads the doctors of the practices that named it',
    rules: ['people/found', 'people/partner'],
    needs: seesUsers,
    params: IdParams,
    returns: z.strictObject({ user: User }),
  }),
  create: post('/users', {
    changes: ['user'],
    summary: 'Add a person, who gets a mail with a link to set the first password',
    rules: ['people/added', 'people/granting'],
    needs: 'users.create',
    body: UserBody,
    returns: UserAnswer,
    example: { body: { first_name: 'Ada', last_name: 'Example', email: 'ada.example@example.com', role: 'doctor' } },
  }),
  update: put('/users/{id}', {
    changes: ['user'],
    summary:
      'Change a person: name, email, user name, account number, role; the new email of a person with a password waits',
    rules: ['people/changed', 'people/new-email', 'people/granting'],
    needs: changesUsers,
    fieldPermissions: { email: changesIdentity, account_number: changesIdentity, role: changesIdentity },
    params: IdParams,
    body: UserEdit,
    returns: UserAnswer,
    example: { body: { first_name: 'Ada' } },
  }),
  cancelEmailChange: del('/users/{id}/email_change', {
    changes: ['user', 'account'],
    summary: 'Cancel a new email that staff asked for and that still waits',
    rules: ['people/new-email'],
    needs: changesIdentity,
    params: IdParams,
    returns: UserAnswer,
    example: { refused: 409 },
  }),
  sendLink: post('/users/{id}/send_link', {
    changes: ['user'],
    summary: 'Send a person who has no password yet the link to choose one again',
    rules: ['people/first-link'],
    needs: 'users.create',
    params: IdParams,
    returns: UserAnswer,
  }),
  remove: del('/users/{id}', {
    changes: ['user'],
    summary: 'Delete a person without cases and invoices',
    rules: ['people/deleted'],
    needs: 'users.delete',
    params: IdParams,
    returns: Message,
    example: { refused: 409 },
  }),
  archive: put('/users/{id}/archive', {
    changes: ['user', 'case'],
    summary: 'Archive a person, who loses access at once; open cases can be handed to another doctor',
    rules: ['people/archived', 'people/at-once'],
    needs: archivesUsers,
    params: IdParams,
    body: z.strictObject({
      /** A doctor of the same organization who takes the open cases. */
      hand_over_to: id().nullable().default(null),
      version: version().optional(),
    }),
    returns: UserAnswer,
    example: { body: {}, refused: 409 },
  }),
  restore: post('/users/{id}/restore', {
    changes: ['user'],
    summary: 'Restore an archived person',
    rules: ['people/archived'],
    needs: restoresUsers,
    params: IdParams,
    returns: UserAnswer,
    example: { refused: 409 },
  }),
  toggleCustomPermission: put('/users/{id}/toggle_custom_permission', {
    changes: ['user'],
    summary: 'Add a permission to one person, or take it away',
    rules: ['people/custom'],
    needs: 'permissions.manage',
    params: IdParams,
    body: ToggleBody,
    returns: UserAnswer,
    example: { body: { permission: 'users.view-dashboard', current_password: 'Not-the-one-1' }, refused: 422 },
  }),
  addEmail: post('/emails', {
    changes: ['user', 'account'],
    summary: 'Add an additional notification email to one’s own profile, or to that of another person of the lab',
    rules: ['people/additional-emails'],
    needs: 'session',
    body: z.strictObject({
      email: email(),
      /** Whose; omitted: the caller's own. */
      user_id: id().optional(),
    }),
    returns: z.strictObject({ email: AdditionalEmail, message: z.string() }),
    example: { body: { email: 'front.desk@example.com' } },
  }),
  removeEmail: del('/emails/{id}', {
    changes: ['user', 'account'],
    summary: 'Delete an additional notification email',
    rules: ['people/additional-emails'],
    needs: 'session',
    params: IdParams,
    returns: Message,
  }),
}
