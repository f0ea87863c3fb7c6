import type { Trx } from '../../../db/client.ts'
import { scoped } from '../../../db/scope.ts'
import type { Actor } from '../../../kernel/actor.ts'
import { checkVersion } from '../../../kernel/errors.ts'
import { conclude, fullNameOf, lockCase, permit, type CaseFacts } from '../../case-core/index.ts'
import { renameInBells } from '../../notifications/index.ts'
import { raiseVersion } from '../../rx-forms/index.ts'
import { renameCase, setSuffix } from './rename.ts'

interface Correction {
  first_name?: string | undefined
  last_name?: string | undefined
  case_number_text?: string | null | undefined
  numeric_suffix?: number | null | undefined
  version?: number | undefined
}

/** Corrects names, case number and suffix (`cases/correct`). What is as it was is neither asked about nor written. */
export async function correctCase(trx: Trx, actor: Actor, patientId: number, sent: Correction): Promise<void> {
  const facts = await lockCase(trx, actor.scope, { patient: patientId })
  const names = { first_name: sent.first_name ?? facts.first_name, last_name: sent.last_name ?? facts.last_name }
  const number = sent.case_number_text === undefined ? facts.case_number_text : (sent.case_number_text ?? '')
  const renamed = names.first_name !== facts.first_name || names.last_name !== facts.last_name
  const suffixed = sent.numeric_suffix !== undefined && sent.numeric_suffix !== facts.numeric_suffix
  permit(actor, facts, 'edit_case_number')
  if (renamed) permit(actor, facts, 'edit_names')
  if (suffixed) permit(actor, facts, 'edit_suffix')
  checkVersion(sent.version, facts.version)
  if (!renamed && !suffixed && number === facts.case_number_text) return
  if (renamed) await renameCase(trx, facts, names)
  if (suffixed) await setSuffix(trx, facts, names, sent.numeric_suffix!)
  const now = await scoped(trx, actor.scope)
    .update('patients')
    .set({ case_number_text: number, version: facts.version + 1, updated_at: actor.now })
    .where('organization_id', '=', facts.organization_id)
    .where('id', '=', facts.id)
    .returning(['first_name', 'last_name', 'numeric_suffix', 'case_number_text'])
    .executeTakeFirstOrThrow()
  await renameInBells(trx, facts, fullNameOf(now))
  await raiseVersion(trx, facts)
  await conclude(trx, actor, facts, { event: 'patient_changed', note: changesOf(facts, now) })
}

type Corrected = Pick<CaseFacts, 'first_name' | 'last_name' | 'numeric_suffix' | 'case_number_text'>

/** What was and what is, as the history tells it: "Silas Morel (was Silas Moreau); case number 13 (was 12)". */
function changesOf(before: Corrected, after: Corrected): string {
  const parts = [
    ['', fullNameOf(before), fullNameOf(after)],
    ['case number ', before.case_number_text || 'none', after.case_number_text || 'none'],
  ]
  return parts.flatMap(([what, from, to]) => (from === to ? [] : [`${what}${to} (was ${from})`])).join('; ')
}
