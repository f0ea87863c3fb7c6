import { surveyMessages } from '@archwire/contract/account-setup/fields.ts'
import { otherAnswerId } from '@archwire/contract/billing/schema.ts'
import { whilePaying } from '../billing/index.ts'
import type { SetupFacts } from './facts.ts'

/** The one answer about every code that cannot be used (`billing/who-tries-codes`). */
export const unusableCode = 'This promotion code cannot be used.'

const finished = 'The account setup is finished.'

/** Whether nothing is left to be entered or paid. */
const isDone = ({ has_main_location, fee_settled }: SetupFacts): boolean => has_main_location && fee_settled

/** Why a step is not possible now, as text; null when it is. */
export const blocked = {
  update: (setup: SetupFacts): string | null => {
    if (isDone(setup)) return finished
    return setup.in_progress ? whilePaying : null
  },
  /** A payment in progress is not a reason: the next request continues it. */
  purchase: (setup: SetupFacts): string | null => {
    if (isDone(setup)) return finished
    if (!setup.details_saved) return 'Save your account details first.'
    if (!setup.has_method) return 'Add a payment method first.'
    return isOpen(setup) ? null : 'The invoice of the start-up fee cannot be paid now. Please contact the lab.'
  },
}

/** An order that is there and unsettled is to be paid again, unless its payment is known or on its way. */
const isOpen = ({ fee_settled, order_status }: SetupFacts): boolean =>
  fee_settled || order_status === null || order_status === 'NOT_PAID' || order_status === 'BLOCKED'

/**
 * What a purchase does about the order with the start-up fee: makes it, pays it again, or leaves it. A fee that is settled
 * without an order gets one that is waived.
 */
export function orderStep({ fee_settled, order_status }: SetupFacts): 'make' | 'make_waived' | 'pay_again' | 'leave' {
  if (order_status === null) return fee_settled ? 'make_waived' : 'make'
  return fee_settled ? 'leave' : 'pay_again'
}

/** The state of the start-up fee, as the setup shows it. */
export function feeState({ fee_settled, fee_waived }: SetupFacts): 'due' | 'waived' | 'paid' {
  if (!fee_settled) return 'due'
  return fee_waived ? 'waived' : 'paid'
}

/** Why a promotion code cannot be sent with this purchase, as text; null when one can. */
export function whyNoCode(setup: SetupFacts): string | null {
  switch (orderStep(setup)) {
    case 'make':
      return null
    case 'pay_again':
      return 'This invoice exists already. A promotion code cannot be added to it.'
    default:
      return 'The start-up fee is settled. A promotion code is not needed.'
  }
}

interface SurveyAnswer {
  survey_answer_id: number | null
  survey_response_other: string
}

/**
 * The answer to the survey question as it is kept, or what is wrong with it by field (`billing/survey`).
 * @param asked the answers to choose from; null while the question is not asked
 */
export function surveyAnswer(
  asked: readonly number[] | null,
  sent: { survey_answer_id?: number | null | undefined; survey_response_other?: string | null | undefined },
): { kept: SurveyAnswer } | { wrong: Record<string, string[]> } {
  if (asked === null) return { kept: { survey_answer_id: null, survey_response_other: '' } }
  const { survey_answer_id: answer, survey_response_other: other } = sent
  if (answer === undefined || answer === null) return { wrong: { survey_answer_id: [surveyMessages.noAnswer] } }
  if (!asked.includes(answer)) return { wrong: { survey_answer_id: ['This answer does not exist.'] } }
  if (answer !== otherAnswerId) return { kept: { survey_answer_id: answer, survey_response_other: '' } }
  if (!other) return { wrong: { survey_response_other: [surveyMessages.noOther] } }
  return { kept: { survey_answer_id: answer, survey_response_other: other } }
}
