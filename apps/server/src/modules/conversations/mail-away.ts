import type { UserRole } from '@archwire/contract/roles.ts'
import { sql } from 'kysely'
import type { Db, Trx } from '../../db/client.ts'
import { inScope, labScope, rows } from '../../db/scope.ts'
import { now } from '../../kernel/clock.ts'
import { nameOfDoer } from '../../kernel/doer.ts'
import { queueMail } from '../../services/mail/queue.ts'
import { caseLabelSql, seesCase } from '../case-core/index.ts'
import { conversationPath } from './commands.ts'
import { awayMail } from './words.ts'

/** Who has not read a message after five minutes is away. */
const patienceMs = 5 * 60_000
/** Who was mailed about a case is left alone for an hour: the mail already leads to the conversation. */
const restMs = 60 * 60_000
/** Mails of one run; the next minute takes the others. */
const mostAtOnce = 200

interface Away {
  user_id: number
  organization_id: number
  patient_id: number
}

/**
 * Mails everyone who has not read what was written to them a while ago (`notices/away`). Safe to run twice. Whose mail cannot
 * be written keeps no one else's; the run fails with it in the end.
 */
export async function mailAway({ db, publicUrl }: { db: Db; publicUrl: string }): Promise<void> {
  const present = now().getTime()
  const away = await sql<Away>`
    select t.user_id, t.organization_id, t.patient_id from ${rows(labScope, 'message_recipients', 't')}
    where t.read_at is null and t.mailed_at is null and t.sent_at <= ${new Date(present - patienceMs)}
      and not exists (select 1 from message_recipients b where b.organization_id = t.organization_id and b.patient_id = t.patient_id
        and b.user_id = t.user_id and b.mailed_at > ${new Date(present - restMs)})
    group by t.user_id, t.organization_id, t.patient_id order by min(t.sent_at) limit ${mostAtOnce}`.execute(db)
  const failures: unknown[] = []
  for (const reader of away.rows)
    await db
      .transaction()
      .execute((trx) => mailReader(trx, reader, publicUrl))
      .catch((error: unknown) => failures.push(error))
  if (failures.length > 0) throw failures[0]
}

async function mailReader(trx: Trx, { user_id, organization_id, patient_id }: Away, publicUrl: string): Promise<void> {
  // A case that is being deleted for good takes its mails along: one that is written in the meantime would stay behind. Whoever
  // changes the case is not waited for, the next minute takes it.
  const { rows: kept } = await sql`
    select 1 from patients p where ${inScope(labScope, 'patients', 'p')} and p.organization_id = ${organization_id}
      and p.id = ${patient_id} for key share skip locked`.execute(trx)
  if (kept.length === 0) return
  const claimed = await sql`
    update message_recipients t set mailed_at = ${now()} where ${inScope(labScope, 'message_recipients', 't')}
      and t.organization_id = ${organization_id} and t.patient_id = ${patient_id} and t.user_id = ${user_id}
      and t.read_at is null and t.mailed_at is null`.execute(trx)
  // Another run was faster, or it was read in the meantime.
  if (!claimed.numAffectedRows) return
  const { rows: found } = await sql<{
    name: string
    email: string
    role: UserRole | null
    label: string
    count: number
    writers: { name: string; role: UserRole | null }[]
  }>`
    select u.full_name as name, u.email, u.role, ${caseLabelSql('p')} as label,
      count(*)::int as count, jsonb_agg(jsonb_build_object('name', a.full_name, 'role', a.role) order by m.id) as writers
    from ${rows(labScope, 'message_recipients', 't')}
    join patients p on p.organization_id = t.organization_id and p.id = t.patient_id
    join messages m on m.organization_id = t.organization_id and m.id = t.message_id
    join users a on a.id = m.user_id join users u on u.id = t.user_id
    where t.organization_id = ${organization_id} and t.patient_id = ${patient_id} and t.user_id = ${user_id} and t.read_at is null
      and p.deleted_at is null and ${seesCase('u')}
    group by u.id, p.organization_id, p.id`.execute(trx)
  const [reader] = found
  if (!reader) return
  const mail = awayMail({
    readerName: reader.name,
    caseLabel: reader.label,
    writers: [...new Set(reader.writers.map((writer) => nameOfDoer(reader, writer)))],
    count: reader.count,
    link: publicUrl + conversationPath(reader, patient_id),
  })
  await queueMail(trx, { ...mail, to: reader.email, kind: 'case.message', organizationId: organization_id })
}
