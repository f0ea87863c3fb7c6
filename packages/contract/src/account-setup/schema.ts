import { z } from 'zod'
import { ShownTotal } from '../billing/payment-schema.ts'
import { OrderBrief } from '../billing/schema.ts'
import { cardNumberProblem } from '../core/card-number.ts'
import { actions, id, line, optionalLine, version } from '../core/fields.ts'
import { bodyOf } from '../core/record-schema.ts'
import { accountDetailsFields, surveyMessages, surveyOtherMax } from './fields.ts'

const withoutCardNumber = (text: z.ZodString) =>
  text.superRefine((value, context) => {
    const message = cardNumberProblem(value)
    if (message) context.addIssue({ code: 'custom', message })
  })

/** The whole account details as they are to be. */
export const AccountDetailsEdit = bodyOf(accountDetailsFields).extend({
  /** The answer to the survey question; needed while the question is asked. */
  survey_answer_id: z.number({ error: surveyMessages.noAnswer }).pipe(id()).nullish(),
  /** The text beside the answer "Other" (7); needed with it. */
  survey_response_other: withoutCardNumber(optionalLine(surveyOtherMax)).nullish(),
  version: version().optional(),
})
export type AccountDetailsEdit = z.infer<typeof AccountDetailsEdit>

/** What a new practice has entered, or what is known of it so far. */
export const AccountDetails = z.strictObject({
  organization: z.string(),
  first_name: z.string(),
  last_name: z.string(),
  email: z.string(),
  phone_number: z.string(),
  street_address: z.string(),
  street_address_line_2: z.string(),
  city: z.string(),
  state: z.string(),
  zip_code: z.string(),
  country: z.string(),
  survey_answer_id: z.int().nullable(),
  survey_response_other: z.string(),
})
export type AccountDetails = z.infer<typeof AccountDetails>

/** The account setup of a practice as far as it got, so that it resumes there (`billing/setup-resumes`). */
export const AccountSetup = z.strictObject({
  account_details: AccountDetails,
  /** Whether the details were saved; else they are what is known of the practice and its owner. */
  is_saved: z.boolean(),
  /** The version of the saved details; 0 while there are none. */
  version: z.int(),
  /** What the start-up fee is: still to be paid, waived by the lab, or paid. */
  startup_fee: z.enum(['due', 'waived', 'paid']),
  /** Dollars. */
  startup_fee_price: z.number(),
  /** Whether the practice has a main location: the setup was finished once. */
  is_finished: z.boolean(),
  /** The state of the billing address, which decides about tax: the saved one, else that of the details. */
  billing_state: z.string().nullable(),
  /** A payment that was begun and whose result is not known yet. */
  is_in_progress: z.boolean(),
  /** The first order, once there is one. */
  order: OrderBrief.nullable(),
  /** Dollars that the first order costs when it is paid once more, by the primary method as it is now; null: it is not. */
  amount_due: z.number().nullable(),
  /** The provider's words about the last payment, if it failed and the start-up fee is still to be paid; null: it did not. */
  last_problem: z.string().nullable(),
  can: actions('update', 'purchase'),
})
export type AccountSetup = z.infer<typeof AccountSetup>

/** What finishes the setup. */
export const InitialPurchase = z.strictObject({
  /** A promotion code for the start-up fee, as it was typed. */
  promotion_code: withoutCardNumber(line(100)).optional(),
  /** The id of that code, as the answer of a code that was tried names it. Never without the word: ids are easily guessed. */
  promotion_code_id: id().optional(),
  /** The total in dollars that the page showed; another one is a 409, and nothing is charged. Required of pages. */
  expected_total: ShownTotal.optional(),
})
export type InitialPurchase = z.infer<typeof InitialPurchase>
