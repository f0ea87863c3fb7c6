import { isPushed, pushWords } from '@archwire/contract/notifications/pushed.ts'
import type { SilentHours } from '@archwire/contract/push/routes.ts'
import { sql } from 'kysely'
import type { Db } from '../../db/client.ts'
import { now } from '../../kernel/clock.ts'
import { jobRows } from '../../kernel/outbox.ts'
import type { Pusher } from '../../services/push/port.ts'
import { actorOf, readUser } from '../auth/index.ts'
import { isUnread } from '../notifications/index.ts'
import { hears } from './queries.ts'
import { silentUntil } from './rules.ts'

const deliverJobs = sql`select 'push.deliver',
  jsonb_build_object('notification_id', queued.notification_id, 'browser_id', queued.browser_id), 0 from queued`

/**
 * The job behind a notification that is pushed: one job per browser of its person, so that each is retried separately.
 */
export async function spread(db: Db, notificationId: number): Promise<void> {
  await sql`
    with queued as (
      insert into pushes (notification_id, browser_id, due_at)
      select n.id, b.id, ${now()} from notifications n join push_browsers b on b.user_id = n.user_id
      join sessions s on s.id = b.session_id
      where n.id = ${notificationId} and n.read_at is null and ${hears}
      on conflict do nothing returning notification_id, browser_id
    )
    ${jobRows(deliverJobs)}`.execute(db)
}

/** Each minute: what waited for the end of someone's silent hours continues. */
export async function wake(db: Db): Promise<void> {
  await sql`
    with queued as (
      update pushes set queued = true where not queued and sent_at is null and due_at <= ${now()}
      returning notification_id, browser_id
    )
    ${jobRows(deliverJobs)}`.execute(db)
}

interface Waiting {
  user_id: number
  type: string
  endpoint: string
  p256dh: string
  auth: string
  zone: string
  silent_hours: SilentHours | null
}

/**
 * Sends one notification to one browser, or puts it off to the end of its person's silent hours. A crash between sending
 * and noting it may send twice; the browser shows what it knows already once. Throws when the push service did not take it.
 */
export async function deliverPush(
  { db, pusher, labZone }: { db: Db; pusher: Pusher | undefined; labZone: string },
  { notification_id, browser_id }: { notification_id: number; browser_id: number },
): Promise<void> {
  const found = await readWaiting(db, notification_id, browser_id, labZone)
  const drop = () =>
    sql`delete from pushes where notification_id = ${notification_id} and browser_id = ${browser_id} and sent_at is null`.execute(
      db,
    )
  if (!found || !pusher || !isPushed(found.type)) return void (await drop())
  const person = await readUser(db, found.user_id)
  // Who has left the practice in the meantime, or read it, is not disturbed.
  const actor = person && actorOf(person, { id: null, address: '' })
  if (!actor || !(await isUnread(db, actor, notification_id))) return void (await drop())
  const until = silentUntil(now(), found.silent_hours, found.zone)
  if (until)
    return void (await sql`update pushes set queued = false, due_at = ${until}
      where notification_id = ${notification_id} and browser_id = ${browser_id} and sent_at is null`.execute(db))
  const target = { endpoint: found.endpoint, keys: { p256dh: found.p256dh, auth: found.auth } }
  const outcome = await pusher.send(target, { id: notification_id, text: pushWords[found.type] })
  if (outcome === 'gone') return void (await sql`delete from push_browsers where id = ${browser_id}`.execute(db))
  await sql`
    with sent as (update pushes set sent_at = ${now()} where notification_id = ${notification_id} and browser_id = ${browser_id})
    update push_browsers set last_pushed_at = ${now()} where id = ${browser_id}`.execute(db)
}

/** A push that was not sent, with its browser as long as that may hear. */
async function readWaiting(
  db: Db,
  notification: number,
  browser: number,
  labZone: string,
): Promise<Waiting | undefined> {
  const { rows } = await sql<Waiting>`
    select b.user_id, n.type, b.endpoint, b.p256dh, b.auth, coalesce(u.time_zone, ${labZone}) as zone,
      case when h.user_id is not null then jsonb_build_object('from', to_char(h.starts_at, 'HH24:MI'),
        'to', to_char(h.ends_at, 'HH24:MI')) end as silent_hours
    from pushes p join push_browsers b on b.id = p.browser_id join sessions s on s.id = b.session_id
    join users u on u.id = b.user_id join notifications n on n.id = p.notification_id and n.user_id = b.user_id
    left join push_silent_hours h on h.user_id = b.user_id
    where p.notification_id = ${notification} and p.browser_id = ${browser} and p.sent_at is null and ${hears}
      and u.deleted_at is null`.execute(db)
  return rows[0]
}
