import { accountSetup } from '@archwire/contract/client/account-setup'
import { payments } from '@archwire/contract/client/payments'
import { products } from '@archwire/contract/client/products'
import { surveyQuestions } from '@archwire/contract/client/survey-questions'
import { query } from '../../lib/query.ts'

/** What the account setup reads. */
export const setupQuery = (organizationId: number) => query(accountSetup.get, { params: { id: organizationId } })
export const paymentInfoQuery = (organizationId: number) =>
  query(payments.info, { query: { organization_id: organizationId } })
/** The start-up fee is product 1. */
export const startUpFeeQuery = query(products.get, { params: { id: 1 } })
export const surveyQuery = query(surveyQuestions.get, { params: { id: 1 } })
