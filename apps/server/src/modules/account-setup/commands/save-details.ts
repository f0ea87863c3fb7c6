import type { AccountDetailsEdit } from '@archwire/contract/account-setup/schema.ts'
import type { Trx } from '../../../db/client.ts'
import { scoped } from '../../../db/scope.ts'
import type { Actor } from '../../../kernel/actor.ts'
import { checkVersion, Invalid, permit, refuse } from '../../../kernel/errors.ts'
import { placed } from '../../../kernel/placed.ts'
import { record } from '../../../kernel/record.ts'
import { lockOrganization } from '../../organizations/index.ts'
import { paysFor } from '../policy.ts'
import { askedAnswers, isOwnersEmail, readSetup } from '../queries.ts'
import { blocked, surveyAnswer } from '../rules.ts'

/** Keeps the account details of a practice for its purchase (`billing/account-details`). @throws NotFound, Forbidden, Conflict, Invalid */
export async function saveDetails(
  trx: Trx,
  actor: Actor,
  id: number,
  { version: sent, survey_answer_id, survey_response_other, ...details }: AccountDetailsEdit,
): Promise<void> {
  permit(paysFor(actor, await lockOrganization(trx, actor, id, { only: 'practice' })), null)
  const setup = await readSetup(trx, actor.scope, id)
  refuse(blocked.update(setup))
  checkVersion(sent, setup.version)
  if (!(await isOwnersEmail(trx, id, details.email)))
    throw new Invalid({ email: ['This is not the email of an owner.'] })
  const survey = surveyAnswer(await askedAnswers(trx), { survey_answer_id, survey_response_other })
  if ('wrong' in survey) throw new Invalid(survey.wrong)
  const values = { ...placed(details), ...survey.kept, version: setup.version + 1, updated_at: actor.now }
  await scoped(trx, actor.scope)
    .add('account_details')
    .values({ ...values, organization_id: id, created_at: actor.now })
    .onConflict((conflict) => conflict.column('organization_id').doUpdateSet(values))
    .execute()
  await record(trx, actor, [{ subject: 'organization', id, organizationId: id, event: 'account_details_saved' }])
}
