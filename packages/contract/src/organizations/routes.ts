import { z } from 'zod'
import { IdParams, includes, Message } from '../core/fields.ts'
import { listOf } from '../core/list.ts'
import { del, get, post, put } from '../core/route.ts'
import { LocationAddress } from '../locations/schema.ts'
import { Member } from '../members/schema.ts'
import {
  archivesOrganization,
  changesAnyOrganization,
  changesIdentity,
  changesOrganization,
  restoresOrganization,
  seesOrganization,
  startsCases,
  waivesStartupFee,
} from '../required-permissions.ts'
import { organizationRoles } from '../roles.ts'
import {
  ArchiveBody,
  DeleteBody,
  InviteToCreateBody,
  InviteToCreateResult,
  NotesBody,
  Organization,
  OrganizationBody,
  OrganizationEdit,
  OrganizationSummary,
  OrganizationType,
  RxFormPreference,
} from './schema.ts'
import { billingIncludes } from './billing-includes.ts'
import { QuickGlance } from './quick-glance.ts'
import { organizationSearch } from './search.ts'

/** An organization with what `include` asked for. */
export const OrganizationWithIncludes = Organization.extend({
  /** Its members, as `GET /organizations/{id}/members` lists them. */
  users: z.array(Member).optional(),
  /** Those of its locations that I see, the main one first. */
  locations: z.array(LocationAddress).optional(),
  /** For the lab's staff alone. */
  quick_glance: QuickGlance.optional(),
  ...billingIncludes,
})

/** An organization after a change, and what to tell the editor. */
const OrganizationAnswer = z.strictObject({ organization: Organization, message: z.string() })
const changes = ['organization'] as const

export const organizations = {
  list: get('/organizations', {
    shows: ['organization', 'location', 'user'],
    summary: 'Practices within my reach, by name: search by name or account number',
    rules: ['organizations/tenant', 'organizations/lab-filter'],
    needs: 'organizations.view',
    ...listOf({ key: 'organizations', row: OrganizationSummary, search: organizationSearch }),
  }),
  get: get('/organizations/{id}', {
    shows: ['organization@params.id', 'location', 'user', 'order', 'onboarding'],
    summary:
      'An organization within my reach; archived ones for the lab only. Its members, locations and subscription if asked for',
    rules: [
      'organizations/tenant',
      'people/partner',
      'organizations/archived',
      'organizations/assigned',
      'organizations/quick-glance',
      'billing/included',
    ],
    needs: seesOrganization,
    params: IdParams,
    query: z.strictObject({
      /** What to send along, a comma list. */
      include: includes(
        'users',
        'locations',
        'quick_glance',
        'contract',
        'orders',
        'licenses',
        'credits',
        'payment_info',
      ),
    }),
    returns: z.strictObject({
      organization: OrganizationWithIncludes,
    }),
  }),
  create: post('/organizations', {
    changes: ['organization', 'user'],
    summary: 'Make a practice with its owner, who gets a mail with a link to set the first password; or a partner lab',
    rules: ['organizations/who-creates', 'organizations/unnamed', 'people/added'],
    needs: 'organizations.create',
    // As of a person who is there already.
    fieldPermissions: { account_number: changesIdentity },
    body: OrganizationBody,
    returns: OrganizationAnswer,
    example: { body: { first_name: 'Ada', last_name: 'Example', email: 'ada.owner@example.com' } },
  }),
  update: put('/organizations/{id}', {
    changes: ['organization', 'location', 'user', 'account'],
    summary:
      'Change an organization: name, type, the person who looks after it, partner, rush cases, invoice version; disable and enable it',
    rules: ['organizations/who-changes', 'organizations/types', 'organizations/disabled'],
    needs: changesOrganization,
    fieldPermissions: {
      organization_type: ['organizations.assign-organization-type'],
      customer_service_manager_id: changesAnyOrganization,
      third_party_partner_id: changesAnyOrganization,
      rush_case_enabled: changesAnyOrganization,
      template_version: changesAnyOrganization,
      disabled: ['organizations.manage'],
      disabled_reason: ['organizations.manage'],
    },
    params: IdParams,
    body: OrganizationEdit,
    returns: OrganizationAnswer,
    example: { body: { name: 'Example Orthodontics' } },
  }),
  remove: del('/organizations/{id}', {
    changes: ['organization', 'user'],
    summary: 'Delete an organization without cases and invoices, whose name is typed to confirm',
    rules: ['organizations/deleted'],
    needs: 'organizations.delete',
    params: IdParams,
    body: DeleteBody,
    returns: Message,
    example: { body: { name: 'Not its name' }, refused: 422 },
  }),
  archive: put('/organizations/{id}/archive', {
    changes: ['organization', 'user', 'case', 'account'],
    summary: 'Archive an organization: its members lose it at once, work that has begun can be finished',
    rules: ['organizations/archived', 'people/at-once'],
    needs: archivesOrganization,
    params: IdParams,
    body: ArchiveBody,
    returns: OrganizationAnswer,
    example: { body: {} },
  }),
  unArchive: put('/organizations/{id}/un-archive', {
    changes: ['organization', 'user', 'case', 'account'],
    summary: 'Restore an archived organization, whose members have it again',
    rules: ['organizations/archived'],
    needs: restoresOrganization,
    params: IdParams,
    body: ArchiveBody,
    returns: OrganizationAnswer,
    example: { body: {}, refused: 409 },
  }),
  updateNotes: put('/organizations/{id}/management_notes', {
    changes,
    summary: 'Change what the lab notes about an organization',
    rules: ['organizations/notes'],
    needs: 'organizations.view',
    params: IdParams,
    body: NotesBody,
    returns: OrganizationAnswer,
    example: { body: { management_notes: 'Prefers calls before noon.' } },
  }),
  types: get('/organization/types', {
    shows: ['organization'],
    summary: 'The types of organizations, by name',
    rules: ['organizations/types'],
    needs: 'organizations.view',
    returns: z.strictObject({ data: z.array(OrganizationType) }),
  }),
  sendInviteToCreate: post('/organizations/send_invite_to_create', {
    changes: [],
    summary: 'Invite people by mail to make their practice’s account: one, or up to 100 with a result each',
    rules: ['organizations/invited-to-create', 'access/invitation'],
    needs: 'organizations.send-invite-to-create',
    rate: { max: 5, per: 'user' },
    body: InviteToCreateBody,
    returns: z.strictObject({ results: z.array(InviteToCreateResult), message: z.string() }),
    example: { body: { email: 'new.practice@example.com' } },
  }),
  currentUserPermissions: get('/organizations/{id}/current_user_permissions', {
    shows: ['organization@params.id'],
    summary: 'What I may do within this organization',
    rules: ['people/within', 'people/server-decides'],
    needs: seesOrganization,
    params: IdParams,
    returns: z.strictObject({ permissions: z.array(z.string()) }),
  }),
  waiveStartupFee: put('/organizations/{id}/no-startup-fee', {
    changes: ['organization', 'order', 'onboarding'],
    summary: 'Waive the start-up fee of a practice, which can then submit cases',
    rules: ['organizations/start-up-fee', 'billing/begins'],
    needs: waivesStartupFee,
    params: IdParams,
    returns: z.strictObject({ organization: OrganizationSummary, message: z.string() }),
  }),
  rxFormPreference: get('/organizations/{id}/rx_form_preference', {
    shows: ['organization@params.id', 'location'],
    summary: 'The choices of the Rx form and what a practice usually chooses',
    rules: ['rx-form/preferences'],
    needs: startsCases,
    params: IdParams,
    returns: RxFormPreference,
  }),
  listMembers: get('/organizations/{id}/list_members', {
    shows: ['organization@params.id', 'user'],
    summary: 'The people of a practice',
    rules: ['rx-form/who'],
    needs: startsCases,
    params: IdParams,
    returns: z.strictObject({
      members: z.array(
        z.strictObject({
          id: z.int(),
          full_name: z.string(),
          last_name: z.string(),
          is_doctor: z.boolean(),
          pivot: z.strictObject({ role: z.strictObject({ name: z.enum(organizationRoles) }) }),
        }),
      ),
    }),
  }),
}
