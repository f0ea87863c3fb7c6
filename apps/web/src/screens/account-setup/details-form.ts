import { placeProblems } from '@archwire/contract/core/address-fields.ts'
import { accountDetailsFields, surveyMessages, surveyOtherMax } from '@archwire/contract/account-setup/fields.ts'
import type { AccountDetails, AccountDetailsEdit, AccountSetup } from '@archwire/contract/account-setup/schema.ts'
import type { SurveyQuestion } from '@archwire/contract/billing/schema.ts'
import { otherAnswerId } from '@archwire/contract/billing/survey.ts'
import { cardNumberProblem } from '@archwire/contract/core/card-number.ts'
import { wordsOf } from '@archwire/contract/core/record-fields.ts'
import { trimmedAddress } from '../../ui/form/address-fields.tsx'
import { createForm, type Errors, type FormStore } from '../../ui/form/store.ts'

/** The account details as a form starts with them; a practice has them once, so they go by its id. */
export interface KeptDetails extends AccountDetails {
  id: number
  version: number
}
export const keptOf = (id: number, { account_details, version }: AccountSetup): KeptDetails => ({
  ...account_details,
  id,
  version,
})

/** What is wrong with the answer to the survey question, while it is asked (`billing/survey`). */
function surveyProblem(values: AccountDetails, question: SurveyQuestion | null): Errors<AccountDetails> {
  if (!question) return {}
  if (values.survey_answer_id === null) return { survey_answer_id: [surveyMessages.noAnswer] }
  if (values.survey_answer_id !== otherAnswerId) return {}
  const text = values.survey_response_other.trim()
  const problem =
    text === ''
      ? surveyMessages.noOther
      : Array.from(text).length > surveyOtherMax
        ? wordsOf.tooLong(surveyOtherMax)
        : cardNumberProblem(text)
  return problem ? { survey_response_other: [problem] } : {}
}

/** Makes the form of the account details; `question` is null while nothing is asked. */
export const detailsForm =
  (question: SurveyQuestion | null) =>
  (kept?: KeptDetails): FormStore<AccountDetails> => {
    const { id: _id, version: _version, ...initial } = kept!
    return createForm<AccountDetails>({
      initial,
      validate: (values) => ({
        ...accountDetailsFields.problems(values),
        ...placeProblems(values),
        ...surveyProblem(values, question),
      }),
    })
  }

/** What is sent of the form. An answer is sent while the question is asked, a text with the answer "Other". */
export function sentDetails(values: AccountDetails, question: SurveyQuestion | null): AccountDetailsEdit {
  const { survey_answer_id, survey_response_other, ...details } = trimmedAddress(values)
  if (!question) return details
  const isOther = survey_answer_id === otherAnswerId
  return { ...details, survey_answer_id, ...(isOther && { survey_response_other }) }
}
