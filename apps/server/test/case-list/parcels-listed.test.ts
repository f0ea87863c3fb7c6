import { addDays } from '@archwire/contract/core/dates.ts'
import { patients } from '@archwire/contract/patients/routes.ts'
import { customerRequests, printingRequests } from '@archwire/contract/requests/routes.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { CaseSearch } from '../../src/modules/case-list/filters.sql.ts'
import { keepsParcels } from '../../src/modules/case-list/parcels.sql.ts'
import type { TestUser } from '../app.ts'
import type { GivenPractice } from '../given.ts'
import { idsOf, openParcelLab, type ParcelLab, type Print } from '../requests/parcels.ts'

/** The lab's list with parcels kept together (`requests/bundles`), and what ships today (`requests/ships-today`). */
let { test, given, tech, admin, on } = {} as ParcelLab
beforeAll(async () => {
  ;({ test, given, tech, admin, on } = await openParcelLab())
})
afterAll(() => test.close())

const number = '1Z999AA10123456784'

describe('the list', () => {
  let at: GivenPractice
  let prints: Record<'first' | 'other' | 'second' | 'later', Print>
  beforeAll(async () => {
    at = await given.practice({ partner: true })
    // Created in turns: without parcels they would be listed so.
    prints = {
      first: await on.print({ at }),
      other: await on.print({ at, form: { shipping_method: 'express' } }),
      second: await on.print({ at }),
      later: await on.print({ at, ship: addDays(on.day, 1) }),
    }
    // The last step before shipping is due.
    await sql`update tech_workflow_processes s set started_at = now() - interval '1 minute', finished_at = now(), user_id = ${tech.id} from tech_workflows w
      where w.id = s.tech_workflow_id and w.printing_request_id = any(${Object.values(prints).map((each) => each.print)}::int[])
        and s.process not in ('Ship QA', 'Ship')`.execute(test.connection.db)
    await on.set(Object.values(prints), sql`version = version`)
  })
  const range = () => `${on.day},${addDays(on.day, 1)}`
  const about = () => ({
    queryOrganization: String(at.id),
    requestTypeStatus: 'printing_request.0',
    requestAssignments: '1',
    'filter[ship_date_between]': range(),
    'filter[shipping]': '1',
  })
  async function list(query: object = {}, who: TestUser = tech) {
    const { status, body } = await test.as(who).call(patients.list, { query: { ...about(), ...query } as never })
    expect(status, JSON.stringify(body)).toBe(200)
    return body
  }
  const listed = async (query: object = {}, who: TestUser = tech) =>
    (await list(query, who)).patients.map(({ id }) => id)
  const marked = async (query: object = {}, who: TestUser = tech) =>
    (await list(query, who)).patients.filter((row) => row.bundled_shipment_id !== undefined).length

  it('keeps a parcel together, and names it with a request of it', async () => {
    const { first, second, other, later } = prints
    const { patients: rows } = await list()
    expect(new Set(rows.slice(0, 3).map(({ id }) => id))).toEqual(
      new Set([first.patient, second.patient, other.patient]),
    )
    const places = rows.map(({ id }) => id)
    expect(places.indexOf(second.patient) - places.indexOf(first.patient)).toBe(1)
    expect(places[3]).toBe(later.patient)
    expect(rows.filter((row) => row.bundled_shipment_id).map((row) => [row.id, row.bundled_request_id])).toEqual([
      [first.patient, first.id],
      [second.patient, second.id],
    ])
  })

  it('page by page and by cursor as at once, in both directions', async () => {
    for (const order of ['asc', 'desc']) {
      const whole = await listed({ order })
      const paged = []
      for (const page of [1, 2]) paged.push(...(await listed({ order, page: String(page), perPage: '2' })))
      expect(paged).toEqual(whole)
      const begin = await list({ order, perPage: '2' })
      const rest = await listed({ order, perPage: '2', after: begin.meta.next })
      expect([...begin.patients.map(({ id }) => id), ...rest]).toEqual(whole)
    }
    expect(await listed({ order: 'desc' })).toEqual((await listed()).toReversed())
  })

  // By hand, from the specification of the list.
  const cases: [name: string, query: object, marked: number][] = [
    ['about to ship', {}, 2],
    ['in the state New, about to ship', { requestTypeStatus: 'printing_request.1' }, 2],
    ['also other work', { requestTypeStatus: 'printing_request.0,initial_case_setup.0' }, 0],
    ['no kind of work', { requestTypeStatus: undefined }, 0],
    ['also assigned to others', { requestAssignments: '1,3' }, 0],
    ['assigned to a partner', { requestAssignments: '3' }, 0],
    ['no range of ship dates', { 'filter[ship_date_between]': undefined }, 0],
    ['neither about to ship nor completed', { 'filter[shipping]': undefined }, 0],
    ['in another order', { orderBy: 'last_name' }, 0],
  ]
  it.each(cases)('%s', async (_, query, expected) => expect(await marked(query)).toBe(expected))

  it('a person of the lab who chose no assignment sees those of the lab', async () => {
    expect(await marked({ requestAssignments: undefined })).toBe(2)
  })

  it('never for a partner', () => {
    const search = {
      requestTypeStatus: [{ kind: 'printing_request', status: 0 }],
      requestAssignments: [1],
      'filter[shipping]': true,
      'filter[ship_date_between]': [on.day, null],
    } as unknown as CaseSearch
    expect(keepsParcels({ role: 'supervisor' }, search)).toBe(true)
    expect(keepsParcels({ role: 'lab_partner' }, search)).toBe(false)
    expect(keepsParcels({ role: 'doctor' }, search)).toBe(false)
  })

  it('completed ones and those of a tracking number, by the ship date of the print', async () => {
    const completed = await on.bundle(2)
    const { rows } = await sql<{ organization_id: number }>`
      select organization_id from patients where id = ${completed[0]!.patient}`.execute(test.connection.db)
    const ids = idsOf(completed)
    const done = await test
      .as(tech)
      .call(customerRequests.bundledCompletion, { body: { ids, tracking_number: number } })
    expect(done.status).toBe(200)
    const query = {
      queryOrganization: String(rows[0]!.organization_id),
      requestTypeStatus: 'printing_request.3',
      'filter[active_request_only]': '0',
      'filter[shipping]': undefined,
    }
    expect(await marked(query)).toBe(2)
    // The form's ship date is another one.
    expect(await marked({ ...query, 'filter[ship_date_between]': `${addDays(on.day, 1)},` })).toBe(0)
    const tracked = { 'filter[ship_date_between]': undefined, 'filter[tracking_number]': number.toLowerCase() }
    expect(await marked({ ...query, ...tracked })).toBe(2)
    expect(await marked({ ...query, ...tracked, requestTypeStatus: 'printing_request.0' })).toBe(2)
    expect(await marked({ ...query, ...tracked, requestAssignments: undefined })).toBe(0)
  })
})

describe('what ships today', () => {
  const shipsToday = async (who: TestUser = tech) => test.as(who).call(customerRequests.shipsToday, {})
  const shown = async (among: readonly Print[]) =>
    (await shipsToday()).body.customer_requests.map(({ id }) => id).filter((id) => idsOf(among).includes(id))

  it('is due today or overdue, of the lab, the earliest first; then what has shipped today', async () => {
    const at = await given.practice({ partner: true })
    const due = await on.print({ at, ship: on.today })
    const shipped = await on.print({ at, ship: addDays(on.today, 3) })
    const overdue = await on.print({ at, ship: addDays(on.today, -2) })
    const left = [
      await on.print({ at, ship: addDays(on.today, 1) }),
      await on.print({ at, ship: on.today, form: { print_assignment: 3, insert_brackets_assignment: 3 } }),
    ]
    const archived = await on.print({ at, ship: on.today })
    await test.as(admin).call(patients.archive, { params: { id: archived.patient } })
    const canceled = await on.print({ at, ship: on.today })
    await test.as(admin).call(customerRequests.cancel, { params: { id: canceled.id }, body: {} })
    const before = await on.print({ at, ship: on.today })
    for (const { id } of [shipped, before])
      await test.as(tech).call(customerRequests.complete, {
        params: { id },
        body: { tracking_number: number, seen: (await on.requestOf({ id })).seen },
      })
    await on.set([before], sql`completed_at = completed_at - interval '2 days'`)
    const { body } = await shipsToday()
    expect(body.today).toBe(on.today)
    expect(body.left_out).toBe(0)
    // Other tests have prints of that day, too.
    expect(body.next).toMatchObject({ day: addDays(on.today, 1) })
    expect(body.next!.prints).toBeGreaterThanOrEqual(1)
    expect(await shown([due, shipped, overdue, ...left, archived, canceled, before])).toEqual(
      idsOf([overdue, due, shipped]),
    )
  })

  it('is for the four staff roles alone', async () => {
    const { owner, partner } = await given.practice({ partner: true })
    for (const role of ['super_admin', 'admin', 'supervisor', 'tech_support'] as const)
      expect((await shipsToday(await given.user(role))).status).toBe(200)
    for (const who of [owner, partner!.user]) expect((await shipsToday(who)).status).toBe(403)
  })

  const pack = (each: Print, packed = true, who: TestUser = tech) =>
    test.as(who).call(printingRequests.packed, { params: { id: each.print }, body: { packed } })
  const packedAt = async (each: Print) => (await on.requestOf(each)).printing_request!.packed_at

  it('is packed, also by two at once, and taken out again; a parcel that changes is not packed', async () => {
    const [each] = await on.bundle(1)
    const answers = await Promise.all([pack(each!), pack(each!, true, admin)])
    expect(answers.map(({ status, body }) => [status, body.message])).toEqual([
      [200, 'The print is packed.'],
      [200, 'The print is packed.'],
    ])
    const at = await packedAt(each!)
    expect(at).toBeDefined()
    await pack(each!)
    expect(await packedAt(each!)).toBe(at)
    const { body } = await test.as(tech).call(patients.history, { params: { id: each!.patient } })
    expect(body.history.filter(({ event }) => event === 'print_packed').map(({ note }) => note)).toEqual([
      'Put into the parcel',
    ])
    // It ships otherwise since, and then as before.
    await on.set([each!], sql`ship_date = ship_date + 1`)
    expect(await packedAt(each!)).toBeUndefined()
    await on.set([each!], sql`ship_date = ship_date - 1`)
    expect(await packedAt(each!)).toBe(at)
    expect((await pack(each!, false)).body.message).toBe('The print is taken out of the parcel.')
    expect(await packedAt(each!)).toBeUndefined()
  })

  const blocked: [name: string, change: ReturnType<typeof sql>, error: string][] = [
    ['of a partner', sql`assignment = 3`, 'This is assigned to third party partner.'],
    ['in the office', sql`assignment = 2`, 'This is printed in the office of the practice.'],
    ['without a location', sql`location_id = null`, 'Shipping location is missing.'],
  ]
  it.each(blocked)('is not packed %s: 409', async (_, change, error) => {
    const [each] = await on.bundle(1)
    await on.set([each!], change)
    expect(await pack(each!)).toMatchObject({ status: 409, body: { error } })
  })

  it('is not packed on hold: 409', async () => {
    const [each] = await on.bundle(1)
    await test.as(admin).call(patients.toggleHold, {
      params: { id: each!.patient },
      body: { on_hold: true, reason: 'Waiting', should_notify_doctor: false },
    })
    expect(await pack(each!)).toMatchObject({ status: 409, body: { error: 'This case is on hold.' } })
    expect(await packedAt(each!)).toBeUndefined()
  })
})
