import type { RxFormValues } from '@archwire/contract/rx-forms/form.ts'
import { fieldsOf } from '@archwire/contract/rx-forms/modification.ts'
import { assignment } from '@archwire/contract/rx-forms/options.ts'
import type { Trx } from '../../../db/client.ts'
import { mayWrite, type Actor } from '../../../kernel/actor.ts'
import { checkVersion, Forbidden, Invalid } from '../../../kernel/errors.ts'
import {
  conclude,
  lockCase,
  may,
  modificationRules,
  permit,
  permitOn,
  recordOnCase,
  type CaseFacts,
} from '../../case-core/index.ts'
import { noteRead, readForm } from '../../rx-forms/index.ts'
import { changeForm } from './change-form.ts'
import type { Lab } from './form-checks.ts'

/** What a change sends: some fields, and the version that it was made on. */
export type Sent = Partial<RxFormValues> & { version?: number | undefined }

/**
 * Changes a submitted form as far as its case still allows it, and everything that follows (`rx-form/change-follows`).
 * What stays the same changes nothing. @throws Forbidden, Conflict, Invalid by field
 */
export async function modify(
  trx: Trx,
  actor: Actor,
  rxFormId: number,
  { version, ...sent }: Sent,
  { whole, ...lab }: Lab & { whole: boolean },
): Promise<void> {
  const facts = await lockCase(trx, actor.scope, { rxForm: rxFormId })
  const parts = modificationRules(actor, facts)
  if (parts.length === 0) permit(actor, facts, 'modify')
  const form = await readForm(trx, actor.scope, facts.id)
  if (whole) refuseParts(form.values, sent)
  refuseMaker(actor, facts, { from: form.values.submission_completed_by, to: sent.submission_completed_by })
  checkVersion(version, form.version)
  const changed = await changeForm(trx, actor, { facts, form, sent, open: fieldsOf(parts) }, lab)
  if (changed === null) return
  const { note, ...moved } = changed
  const data = partnersOf(facts, form.values.submission_completed_by, sent.submission_completed_by)
  await conclude(trx, actor, facts, { event: 'rx_form_changed', ...moved, note, announce: true, data })
}

/** In the form, too, only people who can assign the setup choose who makes it (`cases/assign`). @throws Forbidden */
function refuseMaker(
  actor: Actor,
  facts: CaseFacts,
  { from, to }: { from: number | null; to: number | null | undefined },
): void {
  if (to !== undefined && to !== from && !may.assign(actor, facts))
    throw new Forbidden("You don't have permission to set submission_completed_by.")
}

/** Which partner gets or loses the setup by a change of who makes it (`notices/assigned`). */
function partnersOf(facts: CaseFacts, from: number | null, to: number | null | undefined) {
  if (to === undefined || from === to) return null
  const partner = facts.partner_organization_id ?? facts.named_partner_id
  return {
    gained_by: to === assignment.thirdParty ? partner : null,
    lost_by: from === assignment.thirdParty ? partner : null,
  }
}

/** Refuses a whole form that lacks fields: what is left out is not to be taken for empty. */
function refuseParts(whole: object, sent: object): void {
  const missing = Object.keys(whole).filter((name) => !(name in sent))
  if (missing.length > 0) throw new Invalid(Object.fromEntries(missing.map((name) => [name, ['Required']])))
}

/** This person has read the form's changes up to a version: the lab's technician, say (`rx-form/revisions`). */
export async function readRevisions(trx: Trx, actor: Actor, rxFormId: number, version: number): Promise<void> {
  const facts = await lockCase(trx, actor.scope, { rxForm: rxFormId })
  permitOn(facts, mayWrite(actor, facts))
  const form = await readForm(trx, actor.scope, facts.id)
  if (version > form.version) throw new Invalid({ up_to_version: ['There is no such version.'] })
  const read = { organizationId: facts.organization_id, patientId: facts.id, version }
  if (await noteRead(trx, actor, read)) await recordOnCase(trx, actor, facts, { event: 'rx_form_read' })
}
