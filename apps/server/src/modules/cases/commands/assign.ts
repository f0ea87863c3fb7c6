import { labelIn, rxFormNames, type RxFormName } from '@archwire/contract/rx-forms/fields.ts'
import { fieldsOf, modificationPartNames } from '@archwire/contract/rx-forms/modification.ts'
import { assignment, assignments, labelOf } from '@archwire/contract/rx-forms/options.ts'
import { setupSteps } from '@archwire/contract/tech-workflows/steps.ts'
import type { Trx } from '../../../db/client.ts'
import type { Actor } from '../../../kernel/actor.ts'
import { checkVersion, Invalid } from '../../../kernel/errors.ts'
import { conclude, lockCase, permit, type CaseEvent, type CaseFacts } from '../../case-core/index.ts'
import { readForm, type SubmittedForm } from '../../rx-forms/index.ts'
import { beginSetupWork } from '../../work/index.ts'
import { changeForm } from './change-form.ts'
import type { Lab } from './form-checks.ts'

type Assignee = 1 | 2 | 3

/**
 * Changes who makes a setup before work on it starts (`cases/assign`): form, price, steps and the partner's reach follow.
 * @throws Forbidden, Conflict, Invalid
 */
export async function assignSetup(
  trx: Trx,
  actor: Actor,
  rxFormId: number,
  { assign_to: to, version }: { assign_to: Assignee; version?: number },
  lab: Lab,
): Promise<void> {
  const facts = await lockCase(trx, actor.scope, { rxForm: rxFormId })
  permit(actor, facts, 'assign')
  const form = await readForm(trx, actor.scope, facts.id)
  checkVersion(version, form.version)
  const from = form.values.submission_completed_by
  if (from === to) return
  const partner = facts.partner_organization_id ?? facts.named_partner_id
  if (to === assignment.thirdParty && partner === null)
    throw new Invalid({ assign_to: ['This practice has no partner lab.'] })
  const moved = await changeAssignee(trx, actor, facts, form, to, lab)
  const { impression_type } = form.values
  // What the practice made in its office has no steps yet.
  if (facts.workflow_id === null && to !== assignment.inOffice && impression_type !== null)
    await beginSetupWork(trx, facts, setupSteps({ ...form.values, impression_type }))
  const assigned: CaseEvent = {
    event: 'setup_assigned',
    from: labelOf(assignments, from),
    to: labelOf(assignments, to),
    note: moved.note,
    announce: true,
    data: {
      gained_by: to === assignment.thirdParty ? partner : null,
      lost_by: from === assignment.thirdParty ? partner : null,
    },
  }
  // The practice starts at once (`cases/submitted`).
  const begun: CaseEvent[] = moved.to ? [{ event: 'work_started', from: facts.status, to: moved.to }] : []
  await conclude(trx, actor, facts, ...begun, assigned)
}

/** A form that is wrong with the new choice is to be changed first; the caller reads why at its only field. */
async function changeAssignee(
  trx: Trx,
  actor: Actor,
  facts: CaseFacts,
  form: SubmittedForm,
  to: Assignee,
  lab: Lab,
): Promise<{ note: string; to?: string }> {
  const open = fieldsOf(modificationPartNames)
  try {
    const change = { facts, form, sent: { submission_completed_by: to }, open }
    return (await changeForm(trx, actor, change, lab)) ?? { note: '' }
  } catch (error) {
    if (!(error instanceof Invalid) || typeof error.body.error === 'string') throw error
    throw new Invalid({
      assign_to: Object.entries(error.body.error).map(
        ([name, messages]) => `Change the Rx form first. ${nameOfField(name, form)}: ${messages.join(' ')}`,
      ),
    })
  }
}

const nameOfField = (name: string, { values }: SubmittedForm): string =>
  (rxFormNames as readonly string[]).includes(name) ? labelIn(name as RxFormName, values, 'summary') : name
