import { mentionedIn } from '@archwire/contract/conversations/mentions.ts'
import type { Misfit } from '@archwire/contract/conversations/schema.ts'
import { patientFileTypes } from '@archwire/contract/patient-files/types.ts'
import { isManagement, isStaff, staffRoles } from '@archwire/contract/roles.ts'
import { sql } from 'kysely'
import type { Trx } from '../../db/client.ts'
import { ids } from '../../db/ids.ts'
import { inScope } from '../../db/scope.ts'
import type { Actor } from '../../kernel/actor.ts'
import { nameOfDoer } from '../../kernel/doer.ts'
import { Conflict, Invalid, permit } from '../../kernel/errors.ts'
import {
  fullNameOf,
  lockCase,
  peopleJson,
  permitOn,
  readCase,
  recordOfCases,
  shippedTrays,
  type CaseFacts,
} from '../case-core/index.ts'
import { releaseByMessage } from '../cases/index.ts'
import { bellsRead, notify, ofMessages, recipients, type People } from '../notifications/index.ts'
import { may } from './policy.ts'
import { holdJson, unreadOf } from './queries.ts'
import { caseAndWork, seersJson, writersJson } from './recipients.sql.ts'
import { answerTo, full, notShipped, type Hold } from './rules.ts'
import { bellText, bellWords, mayName, plainWords, type Named } from './words.ts'

interface Message {
  text: string
  misfit: Misfit | null
  photo_ids: number[]
  pin_id: number | null
  releases_hold_id: number | null
}

/** What a new message needs to know of its case. */
interface Circumstances {
  count: number
  /** Messages of the writer about cases of this practice in the last 24 hours. */
  today: number
  hold: Hold | null
  photos: number
  pin: boolean
  /** Trays that the lab shipped, and that can still be reported; null where there are none. */
  trays: number | null
  people: People
  seers: Named[]
  writers: number[]
}

async function circumstancesOf(
  trx: Trx,
  { scope, userId, now }: Actor,
  facts: CaseFacts,
  { photo_ids, pin_id }: Message,
): Promise<Circumstances> {
  const { rows } = await sql<Circumstances>`
    select (select count(*)::int from messages m where m.organization_id = p.organization_id and m.patient_id = p.id) as count,
      (select count(*)::int from messages m where m.organization_id = p.organization_id and m.user_id = ${userId}
        and m.created_at > ${new Date(now.getTime() - 86_400_000)}) as today,
      ${holdJson} as hold,
      (select count(*)::int from patient_files f where f.organization_id = p.organization_id and f.patient_id = p.id
        and f.patient_file_type_id = ${ids(patientFileTypes.photo)} and f.deleted_at is null and f.id = any(${photo_ids}::int[])) as photos,
      exists (select 1 from pins n where n.organization_id = p.organization_id and n.patient_id = p.id and n.deleted_at is null
        and n.id = ${pin_id}) as pin,
      (select bit_or((t.trays ->> 'arches')::int) from printing_requests pr, lateral (select ${shippedTrays} as trays) t
        where pr.organization_id = p.organization_id and pr.patient_id = p.id
          and (t.trays ->> 'until')::timestamptz > ${now}) as trays,
      ${peopleJson} as people, ${seersJson} as seers, ${writersJson} as writers
    from ${caseAndWork(scope)} where p.id = ${facts.id}`.execute(trx)
  return rows[0]!
}

/**
 * Writes a message about a case (`cases/conversation`), and takes the case off hold where it answers one. Returns its id,
 * and what is to be told where the hold was answered by someone else: the words stay nevertheless.
 * @throws NotFound, Forbidden, Conflict, Invalid by field
 */
export async function sendMessage(
  trx: Trx,
  actor: Actor,
  patientId: number,
  message: Message,
): Promise<{ id: number; facts: CaseFacts; told: string | null; released: boolean }> {
  const facts = await lockCase(trx, actor.scope, { patient: patientId })
  permitOn(facts, may.write(actor, facts))
  const answers = message.releases_hold_id
  permit(answers === null || may.release(actor, facts), null)
  permit(message.misfit === null || may.report(actor, facts), null)
  const known = await circumstancesOf(trx, actor, facts, message)
  checkParts(actor, message, known)
  const tooMany = full(known.count, known.today)
  if (tooMany !== null) throw new Conflict(tooMany)
  const { releases, told } = answers === null ? { releases: false, told: null } : answerTo(known.hold, answers)
  const mentions = mentionedIn(message.text)
  const heard = hearersOf(actor, known, mentions)
  const id = await write(trx, actor, facts, { ...message, mentions, heard, releases })
  // What the hold's notes keep is read by everyone.
  if (releases)
    await releaseByMessage(trx, actor, facts, { id, words: plainWords('everybody', message.text, known.seers) })
  if (isStaff(actor.role)) await settleForLab(trx, actor, facts, id)
  await recordOfCases(trx, actor, [
    { subject: 'message', id, organizationId: facts.organization_id, event: 'sent', patientId: facts.id },
  ])
  await ring(trx, actor, facts, { text: bellText(message), mentions, heard, seers: known.seers })
  return { id, facts, told, released: releases }
}

/**
 * Photos and comment belong to the case, and mentioned people see it and can be named by the writer: a number that is
 * tried says to no practice who works at the lab. @throws Invalid by field
 */
function checkParts(
  actor: Actor,
  { text, photo_ids, pin_id, misfit }: Message,
  { photos, pin, trays, seers }: Pick<Circumstances, 'photos' | 'pin' | 'trays' | 'seers'>,
): void {
  if (photos < photo_ids.length) throw new Invalid({ photo_ids: ['A photo is not, or no longer, part of the case.'] })
  if (pin_id !== null && !pin)
    throw new Invalid({ pin_id: ['This comment is not, or no longer, on a scan of the case.'] })
  const untold = misfit && notShipped(misfit, trays)
  if (untold) throw new Invalid({ misfit: [untold] })
  const nameable = new Set(seers.filter((person) => mayName(actor, person)).map(({ id }) => id))
  if (mentionedIn(text).some((who) => who !== 'lab' && !nameable.has(who)))
    throw new Invalid({ text: ['A person you mentioned cannot see this case.'] })
}

/**
 * To whom a message is written: the other side, as notices about the case go (`notices/practice`, `notices/lab`), everyone
 * who wrote here before, and who is mentioned; of them those who see the case.
 */
function hearersOf(actor: Actor, { people, seers, writers }: Circumstances, mentions: (number | 'lab')[]): Named[] {
  const lab = recipients.answering(people)
  const named = mentions.flatMap((who) => (who === 'lab' ? lab : [who]))
  const otherSide = actor.isManagement ? recipients.practice(people) : lab
  const told = new Set([...otherSide, ...writers, ...named])
  return seers.filter(({ id }) => id !== actor.userId && told.has(id))
}

async function write(
  trx: Trx,
  actor: Actor,
  facts: CaseFacts,
  message: Message & { mentions: (number | 'lab')[]; heard: Named[]; releases: boolean },
): Promise<number> {
  const { organization_id, id: patientId } = facts
  const people = message.mentions.filter((who) => who !== 'lab')
  const { rows } = await sql<{ id: number }>`
    with written as (
      insert into messages (organization_id, patient_id, user_id, text, mentions, pin_id, misfit_arches, misfit_cause, released_hold_id, created_at)
      values (${organization_id}, ${patientId}, ${actor.userId}, ${message.text}, ${people}::int[], ${message.pin_id},
        ${message.misfit?.arches ?? null}, ${message.misfit?.cause ?? null},
        ${message.releases ? message.releases_hold_id : null}, ${actor.now})
      returning id
    ), shown as (
      insert into message_photos (organization_id, patient_id, message_id, file_id, position)
      select ${organization_id}, ${patientId}, written.id, f.id, f.position
      from written, unnest(${message.photo_ids}::int[]) with ordinality f(id, position)
    ), told as (
      insert into message_recipients (organization_id, patient_id, message_id, user_id, sent_at)
      select ${organization_id}, ${patientId}, written.id, u.id, ${actor.now}
      from written, unnest(${message.heard.map(({ id }) => id)}::int[]) u(id)
    )
    select id from written`.execute(trx)
  return rows[0]!.id
}

/** Once someone of the lab has answered, the question waits for no one else there, but for who was asked by name. */
async function settleForLab(trx: Trx, actor: Actor, facts: CaseFacts, upTo: number): Promise<void> {
  const { rows } = await sql<{ user_id: number }>`
    update message_recipients t set read_at = ${actor.now}
    from messages m, users u
    where t.organization_id = ${facts.organization_id} and t.patient_id = ${facts.id} and t.read_at is null and t.message_id < ${upTo}
      and m.organization_id = t.organization_id and m.id = t.message_id and u.id = t.user_id
      and u.role = any(${[...staffRoles]}::text[]) and not t.user_id = any(m.mentions)
    returning t.user_id`.execute(trx)
  const settled = [...new Set(rows.map(({ user_id }) => user_id))]
  if (settled.length > 0) await bellsRead(trx, actor, { users: settled, patient: facts, type: ofMessages })
}

async function ring(
  trx: Trx,
  actor: Actor,
  facts: CaseFacts,
  { text, mentions, heard, seers }: { text: string; mentions: (number | 'lab')[]; heard: Named[]; seers: Named[] },
): Promise<void> {
  const writer = { name: actor.name, role: actor.role }
  await notify(trx, {
    kind: null,
    type: ofMessages,
    at: actor.now,
    organizationId: facts.organization_id,
    patient: { id: facts.id, name: fullNameOf(facts) },
    historyId: null,
    by: actor.userId,
    latestOnly: true,
    bell: heard.map((person) => ({
      user: person.id,
      message: bellWords(nameOfDoer(person, writer), plainWords(person, text, seers), mentions.includes(person.id)),
      link: conversationPath(person, facts.id),
    })),
  })
}

/** Where a person reads the conversation of a case. */
export const conversationPath = ({ role }: Pick<Named, 'role'>, patientId: number): string =>
  `/${isManagement(role) ? 'patient-workflow' : 'patient-details'}/${patientId}#conversation`

/** Marks what was written to a person about a case as read, up to a message that they saw. Returns how many are left. */
export async function readMessages(trx: Trx, actor: Actor, patientId: number, upTo: number): Promise<number> {
  const facts = await readCase(trx, actor.scope, { patient: patientId })
  // Who writes just now waits, or is waited for: their message is counted, or rings after the bell fell silent.
  await sql`select 1 from patients p where ${inScope(actor.scope, 'patients', 'p')} and p.id = ${facts.id} for key share`.execute(
    trx,
  )
  await sql`update message_recipients t set read_at = ${actor.now}
    where ${inScope(actor.scope, 'message_recipients', 't')} and t.user_id = ${actor.userId} and t.organization_id = ${facts.organization_id}
      and t.patient_id = ${facts.id} and t.message_id <= ${upTo} and t.read_at is null`.execute(trx)
  const { rows } = await sql<{ left: number }>`select ${unreadOf(actor.userId, facts)} as left`.execute(trx)
  const { left } = rows[0]!
  if (left === 0) await bellsRead(trx, actor, { users: [actor.userId], patient: facts, type: ofMessages })
  return left
}
