import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { chanceOf } from '../../../../tools/chance.ts'
import { staleCaseRows } from '../../src/modules/case-core/case-row.sql.ts'
import { clientOf, rowsOf, type Client } from './client.ts'
import type { Scene } from './moment.ts'
import { moments } from './moments.ts'
import { watchOrphanedJobs, type OrphanedJobs } from './orphaned-jobs.ts'
import { openPortal, rounds, victims, type Portal } from './portal.ts'

/**
 * kill -9 of server, worker and database, twenty times each, at seeded moments of the main job: what was acknowledged is
 * there, once; what was not is asked for again and happens once; a dead worker's job is taken up within a minute.
 */
let portal: Portal
let scene: Scene
let orphans: OrphanedJobs
const clients: Client[] = []
beforeAll(async () => {
  portal = await openPortal()
  const techUser = await portal.given.user('supervisor')
  const practice = await portal.given.practice()
  const client = async (who: typeof techUser) => {
    const opened = clientOf(portal, await portal.token(who))
    clients.push(opened)
    return opened
  }
  scene = { portal, practice, techUser, doctor: await client(practice.owner), tech: await client(techUser) }
  orphans = watchOrphanedJobs(portal)
})
afterAll(async () => {
  await orphans?.close()
  await portal?.close()
})

/** The same seed kills at the same moments. */
const seed = Number(process.env.FAULT_SEED ?? 20261121)
const chance = chanceOf(seed)

describe.each(victims)('kill -9 of the %s', (victim) => {
  describe.each(moments.map((make) => [make().name, make] as const))('during %s', (_, make) => {
    it.each(rounds(5, 13))(`loses and doubles nothing, round %i of seed ${seed}`, async () => {
      const moment = make()
      const writes = await moment.writes(scene)
      // The work of a worker starts when the first write is through.
      const delay = (victim === 'worker' ? 80 : 5) + chance() * 160
      const fault = async () => {
        await sleep(delay)
        await portal.strike(victim, victim === 'worker' ? orphans.note : undefined)
      }
      await Promise.all([fault(), ...writes.map((write) => write())])
      await moment.check()
    })
  })

  // Before the next one dies: no one can take a job while the database is killed every second.
  if (victim === 'worker')
    it('its jobs are picked up within a minute', async () => {
      const orphaned = await orphans.settled()
      expect(orphaned.length).toBeGreaterThan(3)
      // Half a minute until its worker is known to be dead, then its own pause: a job whose workers died twice before waits on.
      const late = orphaned.filter(({ pickedUpAfter = Infinity, pause }) => pickedUpAfter > 35_000 + pause)
      expect(late).toEqual([])
      expect(orphaned.filter(({ pickedUpAfter = Infinity }) => pickedUpAfter <= 60_000).length).toBeGreaterThan(3)
    })
})

describe('afterwards', () => {
  it('the kills met calls at work', () => {
    expect(clients.reduce((sum, client) => sum + client.interrupted(), 0)).toBeGreaterThan(20)
  })

  it('nothing waits, nothing is doubled, rows are as they are built', async () => {
    // A job whose worker died waits between its attempts, and what it has not written yet shows nowhere else.
    const waiting = sql<{ outbox: number; jobs: number; mails: number; files: number }>`
      select (select count(*)::int from outbox) as outbox, (select count(*)::int from mails where state = 'waiting') as mails,
        (select count(*)::int from pgboss.job where state in ('created', 'retry', 'active')
          and name in ('case.announce', 'mail.send', 'files.process')) as jobs,
        (select count(*)::int from patient_files where processing = 'waiting') as files`
    const nothing = { outbox: 0, jobs: 0, mails: 0, files: 0 }
    let left = (await rowsOf(portal, waiting))[0]!
    for (let waited = 0; waited < 120_000 && Object.values(left).some(Boolean); waited += 200) {
      await sleep(200)
      left = (await rowsOf(portal, waiting))[0]!
    }
    expect(left).toEqual(nothing)
    expect(await staleCaseRows(portal.connection.db)).toEqual([])
    expect(
      await rowsOf(portal, sql`select name, retry_count, output from pgboss.job where state = 'failed'`),
      'jobs given up',
    ).toEqual([])
    const count = async (query: ReturnType<typeof sql<{ count: number }>>) => (await rowsOf(portal, query))[0]!.count
    expect(
      await count(
        sql`select count(*)::int as count from (select 1 from mails where history_id is not null
          group by history_id, kind, to_address having count(*) > 1) twice`,
      ),
      'mails sent twice',
    ).toBe(0)
    expect(
      await count(
        sql`select count(*)::int as count from case_history h where h.event in ('submitted', 'request_completed')
          and not exists (select 1 from mails m where m.history_id = h.id)`,
      ),
      'events that nobody was told of',
    ).toBe(0)
    expect(
      await count(
        sql`select count(*)::int as count from (select 1 from case_history where event = 'file_ready'
          group by patient_id, note having count(*) > 1) twice`,
      ),
      'scans that were finished twice',
    ).toBe(0)
    expect(
      await count(
        sql`select count(*)::int as count from patients p where p.patient_status_id = 5
          and exists (select 1 from customer_requests c where c.patient_id = p.id and c.status_id = 1)`,
      ),
      'completed cases with an open request',
    ).toBe(0)
  })
})

it('a signal to stop: what is under way is finished, open streams end, the exit is clean', async () => {
  const stream = await fetch(`${portal.base}/api/v1/realtime`, {
    headers: { authorization: `Bearer ${await portal.token(scene.practice.owner)}` },
  })
  const moment = moments.find((make) => make().name === 'submit')!()
  const restart = async () => {
    await sleep(50)
    const { code, milliseconds } = await portal.stopServer()
    expect(code).toBe(0)
    expect(milliseconds).toBeLessThan(25_000)
    await portal.startServer()
  }
  await Promise.all([restart(), ...(await moment.writes(scene)).map((write) => write())])
  await moment.check()
  // Reads to the end: the server closed it.
  await stream.text()
})
