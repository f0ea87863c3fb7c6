import { z } from 'zod'
import { IdParams } from '../core/fields.ts'
import { listOf } from '../core/list.ts'
import { get, put } from '../core/route.ts'
import { seesOrganization, startsCases, waivesStartupFee } from '../required-permissions.ts'
import { organizationRoles } from '../roles.ts'
import { Organization, OrganizationSummary, RxFormPreference } from './schema.ts'
import { organizationSearch } from './search.ts'

export const organizations = {
  list: get('/organizations', {
    shows: ['organization', 'location', 'user'],
    summary: 'Practices within my reach, by name: search by name or account number',
    rules: ['organizations/tenant', 'organizations/lab-filter'],
    needs: 'organizations.view',
    ...listOf({ key: 'organizations', row: OrganizationSummary, search: organizationSearch }),
  }),
  get: get('/organizations/{id}', {
    shows: ['organization@params.id', 'location', 'user'],
    summary: 'A practice within my reach',
    rules: ['organizations/tenant', 'people/partner'],
    needs: seesOrganization,
    params: IdParams,
    returns: z.strictObject({ organization: Organization }),
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
    changes: ['organization'],
    summary: 'Waive the start-up fee of a practice, which can then submit cases',
    rules: ['organizations/start-up-fee'],
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
