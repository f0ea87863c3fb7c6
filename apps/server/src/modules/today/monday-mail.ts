import { dayIn, instantIn, weekday, type Day } from '@archwire/contract/core/dates.ts'
import { sql } from 'kysely'
import type { Db } from '../../db/client.ts'
import type { Actor } from '../../kernel/actor.ts'
import { now } from '../../kernel/clock.ts'
import { queueMail } from '../../services/mail/queue.ts'
import { currentActors } from '../auth/index.ts'
import { countReminded } from '../cases/index.ts'
import { shownName } from '../organizations/index.ts'
import { countToday } from './lists.ts'
import { mondayMail, type WaitsAt } from './mails.ts'
import { kindsFor } from './policy.ts'

/** The job that sends a mail with the link that turns it off. */
export const sendJob = 'today.send-mail'

interface Reader {
  id: number
  name: string
  email: string
  /** Practices that are neither disabled nor archived nor suspended; of a partner lab, itself. */
  places: { id: number; name: string }[]
}

interface Tools {
  db: Db
  publicUrl: string
  labZone: string
}

/** How many people are read at a time. */
const batch = 200
const mondayAt = 8 * 3600

/**
 * On a Monday of the lab, from 8:00 on: mails everyone for whom something waits what it is, once (`today/mail`). Each person
 * is dealt with in a transaction of their own, and noted with it: runs that follow, or run at the same time, continue with the
 * others. Anyone who joined or turned the mail on after 8:00 gets the next one.
 */
export async function mailMonday(tools: Tools, signal: AbortSignal): Promise<void> {
  const week = dayIn(tools.labZone, now())
  const due = instantIn(tools.labZone, week, mondayAt)
  if (weekday(week) !== 1 || now() < due) return
  const failed: unknown[] = []
  for (let after = 0; !signal.aborted;) {
    const readers = await nextReaders(tools.db, { week, due, after })
    if (readers.length === 0) break
    after = readers.at(-1)!.id
    const actors = await currentActors(tools.db, sql`u.id = any(${readers.map(({ id }) => id)}::int[])`)
    for (const reader of readers) {
      if (signal.aborted) break
      const actor = actors.get(reader.id)
      // What fails for one person keeps no mail from the others; the next run tries again.
      if (actor) await mailOne(tools, { reader, actor, week }).catch((error: unknown) => failed.push(error))
    }
  }
  // The log says of the first one why; what fails for many fails for one reason.
  if (failed.length > 0)
    throw new AggregateError(failed, `The Monday mail failed for ${failed.length} of the people.`, { cause: failed[0] })
}

/** The next people who may get the mail of this week, and have not been dealt with, by id. */
async function nextReaders(db: Db, { week, due, after }: { week: Day; due: Date; after: number }): Promise<Reader[]> {
  const { rows } = await sql<Reader>`
    select u.id, u.full_name as name, u.email, coalesce((select json_agg(json_build_object('id', o.id, 'name', ${shownName('o')}) order by m.id)
        from memberships m join organizations o on o.id = m.organization_id where m.user_id = u.id
          and o.deleted_at is null and o.disabled_at is null and o.suspended_at is null), '[]') as places
    from users u where u.id > ${after} and u.deleted_at is null and u.email_verified_at is not null and u.created_at < ${due}
      and not exists (select 1 from monday_mails x where x.user_id = u.id and x.week = ${week}::date)
      and not exists (select 1 from monday_mail_switches s where s.user_id = u.id and (not s.enabled or s.changed_at >= ${due}))
    order by u.id limit ${batch}`.execute(db)
  return rows
}

async function mailOne(
  { db, publicUrl, labZone }: Tools,
  of: { reader: Reader; actor: Actor; week: Day },
): Promise<void> {
  const { reader, actor, week } = of
  const places = await waitsFor(db, of, labZone)
  const told = places.length > 0 && !(await isRemindedOfAll(db, actor, places))
  await db.transaction().execute(async (trx) => {
    const { rows } = await sql<{ id: number }>`
      insert into monday_mails (user_id, week, to_address, created_at)
      values (${reader.id}, ${week}::date, ${told ? reader.email : null}, ${now()}) on conflict do nothing returning id`.execute(
      trx,
    )
    if (!rows[0] || !told) return
    const mail = { ...mondayMail(reader.name, places, `${publicUrl}/today`), to: reader.email, kind: 'today.monday' }
    await queueMail(trx, mail, { name: sendJob, payload: { monday_mail_id: rows[0].id }, takesToken: false })
  })
}

/** What waits for a person, place by place; places where nothing does are left out. */
async function waitsFor(db: Db, { reader, actor }: { reader: Reader; actor: Actor }, zone: string): Promise<WaitsAt[]> {
  const isPartner = actor.role === 'lab_partner'
  // Staff belong to no practice. People of disabled or suspended places alone get nothing.
  const asked: (Reader['places'][number] | null)[] = actor.isManagement
    ? isPartner && reader.places.length === 0
      ? []
      : [null]
    : reader.places
  const found: WaitsAt[] = []
  for (const practice of asked) {
    const kinds = kindsFor(actor, practice?.id)
    const counted = await countToday(db, actor, kinds, { organizationId: practice?.id }, zone)
    const counts = [...counted].filter(([, count]) => count > 0)
    if (counts.length > 0) found.push({ practice: practice?.name ?? null, counts })
  }
  return found
}

/** Whether nothing waits but setups of which the same morning's approval reminder tells this person (`notices/reminder`). */
async function isRemindedOfAll(db: Db, actor: Actor, places: readonly WaitsAt[]): Promise<boolean> {
  const counts = places.flatMap((place) => place.counts)
  if (counts.some(([kind]) => kind !== 'to_approve')) return false
  const waiting = counts.reduce((sum, [, count]) => sum + count, 0)
  return waiting === (await countReminded(db, actor.userId))
}
