import { z } from 'zod'
import { OrderBrief } from '../billing/schema.ts'
import { IdParams } from '../core/fields.ts'
import { get, post, put } from '../core/route.ts'
import { AccountDetailsEdit, AccountSetup, InitialPurchase } from './schema.ts'

const AccountSetupAnswer = z.strictObject({ account_setup: AccountSetup })

/** What the owner of a new practice enters and pays. */
export const accountSetup = {
  get: get('/organizations/{id}/account-details', {
    shows: ['organization@params.id', 'payment_method', 'order'],
    summary: 'The account setup of a practice, as far as it got',
    rules: ['billing/setup-resumes', 'billing/who-pays'],
    needs: 'organization.f_m_payment_methods.update',
    params: IdParams,
    returns: AccountSetupAnswer,
  }),
  saveDetails: put('/organizations/{id}/account-details', {
    changes: ['organization'],
    summary: 'Save the account details; they take effect with the purchase',
    rules: ['billing/account-details', 'billing/survey', 'billing/no-card-numbers', 'billing/who-pays'],
    needs: 'organization.f_m_payment_methods.update',
    params: IdParams,
    body: AccountDetailsEdit,
    returns: AccountSetupAnswer.extend({ message: z.string() }),
    example: {
      body: {
        organization: 'Larimer Orthodontics',
        first_name: 'Ada',
        last_name: 'Byron',
        email: 'ada@example.com',
        phone_number: '+13035550142',
        street_address: '1200 Larimer Street',
        city: 'Denver',
        state: 'CO',
        zip_code: '80204',
        country: 'USA',
        survey_answer_id: 1,
      },
    },
  }),
  purchase: post('/organizations/{id}/process_initial_purchase', {
    changes: ['organization', 'order', 'location', 'onboarding'],
    summary: 'Finish the account setup: main location, contract, license, onboarding, and the start-up fee',
    rules: ['billing/purchase', 'billing/charged-once', 'billing/declined', 'billing/who-pays'],
    needs: 'organization.f_m_payment_methods.update',
    rate: { max: 20, per: 'user' },
    effect: true,
    params: IdParams,
    body: InitialPurchase,
    returns: z.strictObject({ order: OrderBrief, message: z.string() }),
    example: { body: {}, refused: 409 },
  }),
}
