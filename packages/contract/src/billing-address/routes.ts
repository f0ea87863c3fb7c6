import { z } from 'zod'
import { IdParams } from '../core/fields.ts'
import { get, put } from '../core/route.ts'
import { changesOrganization, seesOrganization } from '../required-permissions.ts'
import { BillingAddressAnswer, BillingAddressEdit } from './schema.ts'

export const billingAddress = {
  get: get('/organizations/{id}/billing_address', {
    shows: ['organization@params.id'],
    summary: 'The billing address of a practice',
    rules: ['organizations/billing-address', 'organizations/who-contacts'],
    needs: seesOrganization,
    params: IdParams,
    returns: BillingAddressAnswer,
  }),
  update: put('/organizations/{id}/billing_address', {
    changes: ['organization'],
    summary: 'Set the billing address of a practice',
    rules: ['organizations/billing-address', 'organizations/who-contacts'],
    needs: changesOrganization,
    params: IdParams,
    body: BillingAddressEdit,
    returns: BillingAddressAnswer.extend({ message: z.string() }),
    example: {
      body: {
        first_name: 'Ada',
        last_name: 'Byron',
        email: 'billing@example.com',
        phone_number: '+13035550142',
        street_address: '1200 Larimer Street',
        city: 'Denver',
        state: 'CO',
        zip_code: '80204',
      },
    },
  }),
}
