import { addDays } from '@archwire/contract/core/dates.ts'
import { customerRequests } from '@archwire/contract/requests/routes.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { reportMisfits } from '../../src/demo/misfits.ts'
import { fillParcels } from '../../src/demo/parcels.ts'
import { planShipping } from '../../src/modules/calendar/index.ts'
import { openTestApp, type TestApp, type TestUser } from '../app.ts'
import { givenIn, type Given } from '../given.ts'
import { parcelsIn } from '../requests/parcels.ts'

/** The parcels of the demo, in a database of its own: it looks at all open prints. */
let test: TestApp
let given: Given
let lab: TestUser
beforeAll(async () => {
  test = await openTestApp({ ownDatabase: true })
  given = givenIn(test)
  lab = await given.user('supervisor')
})
afterAll(() => test.close())

it('one parcel can be completed, the other is half labeled; both ship as early as possible', async () => {
  const on = parcelsIn(test, given, { admin: lab, tech: lab })
  const at = await given.practice()
  await on.bundle(4, { at, labels: false })
  await on.bundle(1, { labels: false })
  // Completed: printed again, as there are too few.
  const [shipped] = await on.bundle(1, { at, ship: addDays(on.day, 1) })
  await test.as(lab).call(customerRequests.complete, {
    params: { id: shipped!.id },
    body: { tracking_number: '1Z999AA10123456784', seen: (await on.requestOf(shipped!)).seen },
  })
  const actor = await given.actor(lab)
  const zone = test.config.labZone
  await fillParcels(test.connection.db, actor, zone)
  const shipOf = (method: 'standard' | 'express') => planShipping({ at: actor.now, zone, offset: 0, method }, null).ship
  const { rows } = await sql<{ parcel: string; first: number }>`
    select concat_ws(' ', ship_date, shipping_method, count(*), count(patient_label_printed_at), count(shipping_label_printed_at)) as parcel,
      min(customer_request_id) as first
    from printing_requests where organization_id = ${at.id} and status_id in (1, 2) group by ship_date, shipping_method order by shipping_method desc`.execute(
    test.connection.db,
  )
  expect(rows.map(({ parcel }) => parcel)).toEqual([
    `${shipOf('standard')} standard 3 3 3`,
    `${shipOf('express')} express 2 1 0`,
  ])
  // The one that can be completed is made up to its shipping: the filter of the lab's list finds it.
  const next = await sql<{ process: string; prints: number }>`
    select process, count(*)::int as prints from (
      select distinct on (w.id) s.process from tech_workflow_processes s join tech_workflows w on w.id = s.tech_workflow_id
      join printing_requests pr on pr.id = w.printing_request_id
      where pr.organization_id = ${at.id} and pr.shipping_method = 'standard' and pr.status_id = 2 and s.finished_at is null
      order by w.id, s.position) n group by process`.execute(test.connection.db)
  expect(next.rows).toEqual([{ process: 'Ship QA', prints: 3 }])
  const { body } = await test.as(lab).call(customerRequests.bundledShipment, { params: { id: rows[0]!.first } })
  const done = await test.as(lab).call(customerRequests.bundledCompletion, {
    body: { ids: body.customer_requests.map(({ id }) => id), tracking_number: '1Z999AA10123456784' },
  })
  expect(done.status).toBe(200)
})

it('one tray that does not fit waits for the lab, another report is answered (cases/misfit)', async () => {
  const on = parcelsIn(test, given, { admin: lab, tech: lab })
  const doctors = []
  for (const days of [9, 8, 7]) {
    const at = await given.practice()
    doctors.push(await given.actor(at.owner))
    const shipped = await on.print({ at })
    await test.as(lab).call(customerRequests.complete, {
      params: { id: shipped.id },
      body: { tracking_number: '1Z999AA10123456784', seen: (await on.requestOf(shipped)).seen },
    })
    await on.set([shipped], sql`completed_at = completed_at - make_interval(days => ${days}::int)`)
  }
  await reportMisfits(test.connection.db, { lab: await given.actor(lab), doctors }, test.config.labZone)
  const { rows } = await sql<{ at: number; told: string; in_order: boolean }>`
    select array_position(${doctors.map(({ userId }) => userId)}::int[], c.user_id) as at,
      string_agg(coalesce(m.misfit_cause, 'answer'), ', ' order by m.created_at) as told,
      bool_and(m.created_at between now() - interval '7 days' and now()) as in_order
    from messages m join patients c on c.organization_id = m.organization_id and c.id = m.patient_id
    group by c.user_id order by 1 desc`.execute(test.connection.db)
  // Of the doctors whose trays left last.
  expect(rows).toEqual([
    { at: 3, told: 'seating', in_order: true },
    { at: 2, told: 'transit, answer', in_order: true },
  ])
})
