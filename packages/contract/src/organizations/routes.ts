import { z } from 'zod'
import { IdParams, ids, idText, optionalLine } from '../core/fields.ts'
import { Meta, pageKeys } from '../core/paging.ts'
import { get, put } from '../core/route.ts'
import { seesOrganization, startsCases, waivesStartupFee } from '../required-permissions.ts'
import { organizationRoles } from '../roles.ts'
import { Organization, OrganizationSummary, RxFormPreference } from './schema.ts'

export const organizations = {
  list: get('/organizations', {
    shows: ['organization', 'location'],
    summary: 'Practices within my reach, by name: search by name or account number',
    rules: ['organizations/tenant', 'organizations/lab-filter'],
    needs: 'organizations.view',
    query: z.strictObject({
      ...pageKeys(25),
      /** Part of the name or the account number. */
      searchString: optionalLine(100).optional(),
      /** A person of the lab who looks after them. */
      customerServiceManager: idText().optional(),
      /** A person who belongs to them. */
      userId: idText().optional(),
      /** Only these, a comma list: what a link with chosen organizations names. */
      ids: ids().optional(),
    }),
    returns: z.strictObject({ organizations: z.array(OrganizationSummary), meta: Meta }),
  }),
  get: get('/organizations/{id}', {
    shows: ['organization@params.id', 'location'],
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
    shows: ['organization@params.id'],
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
