import { conversationActions } from '@archwire/contract/conversations/routes.ts'
import { conversationEvents, type ConversationEntry } from '@archwire/contract/conversations/schema.ts'
import { isManagement, roleLabels, type OrganizationRole, type UserRole } from '@archwire/contract/roles.ts'
import { labName } from '@archwire/contract/rx-forms/options.ts'
import { sql, type RawBuilder } from 'kysely'
import type { Db } from '../../db/client.ts'
import { rows } from '../../db/scope.ts'
import type { Actor } from '../../kernel/actor.ts'
import { decide } from '../../kernel/decide.ts'
import { nameOfDoer } from '../../kernel/doer.ts'
import { NotFound } from '../../kernel/errors.ts'
import { listPage } from '../../kernel/list-page.ts'
import { holderRole, readCase, type CaseFacts } from '../case-core/index.ts'
import { may } from './policy.ts'
import { seersJson } from './recipients.sql.ts'
import { blocked, type Hold } from './rules.ts'
import { mayName, mentionsFor, type Named } from './words.ts'

interface Row extends Omit<ConversationEntry, 'user_name' | 'is_management' | 'is_mine' | 'mentions'> {
  user_id: number | null
  user_name: string
  role: UserRole | null
  people: Named[]
}

/** The hold that the case `p` is on, as JSON; null while it is on none. */
export const holdJson = sql`case when p.is_on_hold then (
  select jsonb_build_object('id', h.id, 'name', h.name, 'role', ${holderRole}, 'reason', h.note, 'created_at', iso(h.created_at))
  from on_hold_notes h where h.organization_id = p.organization_id and h.patient_id = p.id and h.is_on_hold_reason
  order by h.id desc limit 1) end`

/** Messages of a case, and what happened to it between them: rows of one shape, to be ordered by time. */
const entriesOf = (facts: Pick<CaseFacts, 'id' | 'organization_id'>): RawBuilder<unknown> => sql`(
  select 'message' as kind, m.id::bigint as id, m.created_at as at, m.user_id, null as name, m.text, m.mentions, m.pin_id,
    m.released_hold_id is not null as released, m.misfit_arches, m.misfit_cause
  from messages m where m.organization_id = ${facts.organization_id} and m.patient_id = ${facts.id}
  union all
  select h.event, h.id, h.at, h.user_id, h.user_name, coalesce(h.note, ''), '{}'::int[], null, false, null, null
  from case_history h where h.organization_id = ${facts.organization_id} and h.patient_id = ${facts.id}
    and h.event = any(${[...conversationEvents]}::text[]) and h.data -> 'message_id' is null) e`

const entryJson = (facts: Pick<CaseFacts, 'organization_id'>, { userId }: Pick<Actor, 'userId'>) => {
  const isMessage = sql`e.kind = 'message'`
  return sql`jsonb_build_object('kind', e.kind, 'id', e.id, 'at', iso(e.at), 'user_id', e.user_id,
    'user_name', coalesce(e.name, u.full_name), 'role', u.role, 'text', e.text, 'released', e.released,
    'misfit', case when e.misfit_arches is not null then jsonb_build_object('arches', e.misfit_arches, 'cause', e.misfit_cause) end,
    'people', coalesce((select jsonb_agg(jsonb_build_object('id', x.id, 'name', x.full_name, 'role', x.role))
      from users x where x.id = any(e.mentions)), '[]'),
    'photo_ids', coalesce((select jsonb_agg(f.file_id order by f.position) from message_photos f
      join patient_files pf on pf.organization_id = f.organization_id and pf.id = f.file_id and pf.deleted_at is null
      where ${isMessage} and f.organization_id = ${facts.organization_id} and f.message_id = e.id), '[]'),
    'pin', (select jsonb_build_object('id', n.id, 'number', n.number, 'text', n.text, 'removed', n.deleted_at is not null)
      from pins n where n.organization_id = ${facts.organization_id} and n.id = e.pin_id),
    'is_unread', ${isMessage} and exists (select 1 from message_recipients t where t.organization_id = ${facts.organization_id}
      and t.message_id = e.id and t.user_id = ${userId} and t.read_at is null))`
}

const present = (actor: Actor, { user_id, user_name, role, people, ...entry }: Row): ConversationEntry => ({
  ...entry,
  ...(entry.kind === 'message' ? mentionsFor(actor, entry.text, people) : { mentions: [] }),
  pin: entry.pin && { ...entry.pin, text: entry.pin.removed ? '' : entry.pin.text },
  user_name: nameOfDoer(actor, { name: user_name, role }),
  is_management: isManagement(role),
  is_mine: user_id === actor.userId,
})

const presentHold = (actor: Actor, { role, ...hold }: Hold & { role: UserRole | null }): Hold => ({
  ...hold,
  name: nameOfDoer(actor, { name: hold.name, role }),
})

/** Messages to a person about the case that they have not read. */
export const unreadOf = (userId: number, facts: Pick<CaseFacts, 'id' | 'organization_id'>) => sql<number>`(
  select count(*)::int from message_recipients t
  where t.user_id = ${userId} and t.organization_id = ${facts.organization_id} and t.patient_id = ${facts.id} and t.read_at is null)`

/** A page of the conversation of a case in reach, the newest first, with what may be done in it. @throws NotFound */
export async function readConversation(
  db: Db,
  actor: Actor,
  patientId: number,
  page: { page: number; perPage: number },
) {
  const facts = await readCase(db, actor.scope, { patient: patientId })
  const found = await listPage<Row, { unread: number; hold: (Hold & { role: UserRole | null }) | null }>(db, page, {
    from: sql`${entriesOf(facts)} left join users u on u.id = e.user_id`,
    where: [sql`true`],
    row: entryJson(facts, actor),
    order: sql`e.at desc, e.kind, e.id desc`,
    also: {
      unread: unreadOf(actor.userId, facts),
      hold: sql`(select ${holdJson} from ${rows(actor.scope, 'patients', 'p')} where p.id = ${facts.id})`,
    },
  })
  const { can, why_not } = decide(
    conversationActions,
    (action) => may[action](actor, facts),
    (action) => blocked[action](facts, actor),
  )
  const { rows: entries, meta, unread, hold } = found
  return {
    entries: entries.map((row) => present(actor, row)),
    meta,
    unread,
    hold: hold && presentHold(actor, hold),
    can,
    why_not,
  }
}

/** One message of a case in reach, as its writer reads it. */
export async function readMessage(db: Db, actor: Actor, facts: Pick<CaseFacts, 'id' | 'organization_id'>, id: number) {
  const { rows: found } = await sql<{ row: Row }>`
    select ${entryJson(facts, actor)} as row from ${entriesOf(facts)} left join users u on u.id = e.user_id
    where e.kind = 'message' and e.id = ${id}`.execute(db)
  return present(actor, found[0]!.row)
}

interface Seer extends Named {
  membership: OrganizationRole | null
}

/**
 * Whom a message can mention: the lab as a whole, and everyone else who sees the case, under the name that is the reader's to
 * read. Practices mention the lab, not its people. @throws NotFound
 */
export async function mentionable(db: Db, actor: Actor, patientId: number) {
  const { rows: found } = await sql<{ seers: Seer[] }>`
    select ${seersJson} as seers from ${rows(actor.scope, 'patients', 'p')} where p.id = ${patientId}`.execute(db)
  if (!found[0]) throw new NotFound('This case')
  const people = found[0].seers
    .filter((person) => person.id !== actor.userId && mayName(actor, person))
    .map(({ id, name, role, membership }) => ({ id, name, role: labelOf(role, membership) }))
  return [{ id: null, name: labName, role: 'Everyone at the lab who works on the case' }, ...people]
}

const labelOf = (role: UserRole | null, membership: OrganizationRole | null): string =>
  role && isManagement(role) ? roleLabels[role] : roleLabels[role ?? membership ?? 'organization_member']
