import { sql } from 'kysely'
import type { Trx } from '../../../db/client.ts'
import { dayIn, dayWords } from '@archwire/contract/core/dates.ts'
import type { Actor } from '../../../kernel/actor.ts'
import { nameForAll } from '../../../kernel/doer.ts'
import { checkVersion } from '../../../kernel/errors.ts'
import { lockCase, type CaseFacts, conclude, permit } from '../../case-core/index.ts'

const fields = {
  doctor_notes: { action: 'write_doctor_notes', event: 'doctor_notes_changed' },
  management_notes: { action: 'write_management_notes', event: 'management_notes_changed' },
  internal_notes: { action: 'write_internal_notes', event: 'internal_notes_changed' },
} as const
export type NoteField = keyof typeof fields

/** Saves one note; the previous version stays in the history. */
export async function saveNote(
  trx: Trx,
  actor: Actor,
  patientId: number,
  input: { field: NoteField; text: string; version?: number },
): Promise<void> {
  const facts = await lockCase(trx, actor.scope, { patient: patientId })
  const { action, event } = fields[input.field]
  permit(actor, facts, action)
  checkVersion(input.version, facts.version)
  if (facts[input.field] === input.text) return
  await write(trx, actor, facts, input.field, input.text)
  await conclude(trx, actor, facts, { event, data: { before: facts[input.field] } })
}

/**
 * Adds a line to the doctor notes, dated in the lab's zone, as "ask for changes" does. A partner lab reads these notes, too:
 * the entry names only doctors (`people/partner`).
 */
export async function appendDoctorNote(
  trx: Trx,
  actor: Actor,
  facts: CaseFacts,
  note: string,
  zone: string,
): Promise<void> {
  const entry = `${nameForAll(actor)}, ${dayWords(dayIn(zone, actor.now))}: ${note}`
  await write(
    trx,
    actor,
    facts,
    'doctor_notes',
    facts.doctor_notes === '' ? entry : `${facts.doctor_notes}\n\n${entry}`,
  )
}

async function write(trx: Trx, actor: Actor, facts: CaseFacts, field: NoteField, text: string): Promise<void> {
  await sql`update patients set ${sql.ref(field)} = ${text}, version = version + 1, updated_at = ${actor.now}
    where organization_id = ${facts.organization_id} and id = ${facts.id}`.execute(trx)
}
