import { customerRequests, printingRequests } from '@archwire/contract/requests/routes.ts'
import { patients } from '@archwire/contract/patients/routes.ts'
import { shipping } from '@archwire/contract/shipping/routes.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openTestApp, type TestApp, type TestUser } from '../app.ts'
import { givenIn, printing, type Given, type GivenCase } from '../given.ts'
import { reportCalls } from '../report-calls.ts'

/**
 * What is in the five reports, column by column (H38), from one case whose moments were moved to March 2024, when the lab in
 * Denver was seven hours behind UTC until the 10th, and six from then on.
 */
let test: TestApp
let given: Given
let calls: ReturnType<typeof reportCalls>
let admin: TestUser
let testCase: GivenCase
let other: GivenCase
let corrected: GivenCase
let request: number
let otherRequest: number
beforeAll(async () => {
  test = await openTestApp({ environment: { LAB_ZONE: 'America/Denver' } })
  given = givenIn(test)
  calls = reportCalls(test)
  admin = await given.user('admin')
  const tech = await given.user('supervisor', ['Tessa', 'Technician'])
  const practice = await given.practice()
  const made = {
    stage: 'approved' as const,
    practice,
    tech,
    setup: 3 as const,
    form: { ...printing, jaws_id: 3 as const },
  }
  testCase = await given.case(made)
  other = await given.case(made)
  const { db } = test.connection
  const { id } = testCase
  await sql`update organizations set name = '=Smiles, "Inc"' where id = ${practice.id}`.execute(db)
  await sql`update rx_forms set created_at = '2024-03-05T03:30:00.123456Z', ready_at = '2024-03-08T20:00Z', completed_at = '2024-03-09T20:00Z',
    price_lines = '[{"amount": 12550}, {"amount": 450}]' where patient_id = ${id}`.execute(db)
  await sql`update patients set completed_at = '2024-03-13T05:30Z' where id = ${id}`.execute(db)
  await sql`update tech_workflow_processes set started_at = '2024-03-06T15:00Z', finished_at = '2024-03-06T15:47:20Z', user_id = ${tech.id}
    where id = ${testCase.processIds[0]!}`.execute(db)
  const prints = await sql<{ request: number; patient_id: number }>`
    update printing_requests set status_id = 3, tracking_number = '1Z999AA10123456784', ship_date = '2024-03-11',
      completed_at = case patient_id when ${id} then '2024-03-13T05:30Z'::timestamptz else '2024-03-11T23:00Z' end
    where patient_id in (${id}, ${other.id}) returning customer_request_id as request, patient_id`.execute(db)
  const requestOf = (patientId: number) => prints.rows.find((row) => row.patient_id === patientId)!.request
  ;[request, otherRequest] = [requestOf(id), requestOf(other.id)]
  await sql`update customer_requests set status_id = 2 where patient_id in (${id}, ${other.id})`.execute(db)
  await sql`insert into charges (organization_id, patient_id, source, source_id, fee, kind, label, unit_cents, cents, day, user_name, created_at)
    select organization_id, patient_id, 'print', id, 'shipping_fees.standard', 'fee', 'Shipping', 1500, 1500, '2024-03-12', 'Archwire', now()
    from printing_requests where patient_id = ${id}`.execute(db)
  corrected = await given.printedCase({ practice })
  const [tray, second] = await given.flawedTrays(corrected, [1, 2])
  await given.correctedTray(corrected, tray!)
  await sql`update flawed_trays set created_at = '2024-03-20T12:00Z', corrected_at = '2024-03-25T01:00Z' where id = ${tray}`.execute(
    db,
  )
  await sql`update flawed_trays set created_at = '2024-03-21T12:00Z', cause = null where id = ${second}`.execute(db)
})
afterAll(() => test.close())

const code = () => `C-${testCase.id}`
/** Cells of a CSV file protect what would be calculated with an apostrophe. */
const practiceName = { csv: `'=Smiles, "Inc"`, xlsx: '=Smiles, "Inc"' }
const at = (text: string) => new Date(text)

it('cases: what was submitted, and where it is now', async () => {
  const [head, ...rows] = await calls.csv(admin, 'cases')
  expect(head!.join(', ')).toBe(
    'Case code, Practice, Doctor, Submitted, Impression, Products, Export, Who makes, Ready, Approved, Completed, Status, Price',
  )
  const words = ['PVS/Alginate impression', 'Full Digital Model', 'Trays', 'Archwire Lab']
  expect(rows).toEqual([
    [
      code(),
      practiceName.csv,
      'Olga Owner',
      '2024-03-04',
      ...words,
      '2024-03-08',
      '2024-03-09',
      '2024-03-12',
      'Approved',
      '130.00',
    ],
  ])
  expect((await calls.xlsx(admin, 'cases'))[1]).toEqual([
    code(),
    practiceName.xlsx,
    'Olga Owner',
    at('2024-03-04T00:00Z'),
    ...words,
    at('2024-03-08T00:00Z'),
    at('2024-03-09T00:00Z'),
    at('2024-03-12T00:00Z'),
    'Approved',
    130,
  ])
})

it('steps: who worked on what for how long, by the lab’s clock', async () => {
  const [head, ...rows] = await calls.csv(admin, 'steps')
  expect(head!.join(', ')).toBe('Case, Kind, Step, Round, Technician, Started, Finished, Minutes')
  expect(rows).toEqual([
    [code(), 'Initial case setup', 'Received', '1', 'Tessa Technician', '2024-03-06 08:00', '2024-03-06 08:47', '47'],
  ])
  // A moment is a fraction of a day there, which a reader may cut.
  const seconds = (cell: unknown) => (cell instanceof Date ? Math.round(cell.getTime() / 1000) * 1000 : cell)
  expect((await calls.xlsx(admin, 'steps'))[1]!.slice(5).map(seconds)).toEqual([
    Date.parse('2024-03-06T08:00Z'),
    Date.parse('2024-03-06T08:47Z'),
    47,
  ])
})

it('corrections: what did not fit, why, and how long it took', async () => {
  const [head, ...rows] = await calls.csv(admin, 'corrections')
  expect(head!.join(', ')).toBe('Case, Arch, Cause, Reported, Corrected, Days, Who prints')
  expect(rows).toEqual([
    [`C-${corrected.id}`, 'Maxillary', 'Seating', '2024-03-20', '2024-03-24', '4', 'In-office'],
    [`C-${corrected.id}`, 'Mandibular', '', '2024-03-21', '', '', 'In-office'],
  ])
  expect((await calls.xlsx(admin, 'corrections'))[2]).toEqual([
    `C-${corrected.id}`,
    'Mandibular',
    null,
    at('2024-03-21T00:00Z'),
    null,
    null,
    'In-office',
  ])
})

it('shipments: what left when, with the cases of its parcel and what the shipping cost', async () => {
  const [head, ...rows] = await calls.csv(admin, 'shipments')
  expect(head!.join(', ')).toBe('Request, Case(s), Location, Method, Ship date, Shipped, Tracking, Carrier, Fee')
  const parcel = ['Standard', '2024-03-11', '1Z999AA10123456784', 'UPS']
  expect(
    rows.map(([number, cases, , method, ship, shipped, tracking, carrier, fee]) => [
      number,
      cases,
      [method, ship, tracking, carrier],
      shipped,
      fee,
    ]),
  ).toEqual([
    [String(otherRequest), `C-${other.id}, ${code()}`, parcel, '2024-03-11', '0.00'],
    [String(request), `${code()}, C-${other.id}`, parcel, '2024-03-12', '15.00'],
  ])
  expect((await calls.xlsx(admin, 'shipments'))[2]!.at(-1)).toBe(15)
})

it('on-time rate: by practice and method, with the median of days late', async () => {
  const [head, ...rows] = await calls.csv(admin, 'on_time')
  expect(head!.join(', ')).toBe('Practice, Method, Shipped, On time, Late, Rate, Median days late')
  expect(rows).toEqual([[practiceName.csv, 'Standard', '2', '1', '1', '50.0%', '1']])
  expect((await calls.xlsx(admin, 'on_time'))[1]).toEqual([practiceName.xlsx, 'Standard', 2, 1, 1, 0.5, 1])
})

it('an archived case is in no report, a canceled one says so', async () => {
  const { db } = test.connection
  await sql`update rx_forms set cancelled_at = now() where patient_id = ${testCase.id}`.execute(db)
  expect((await calls.csv(admin, 'cases'))[1]![11]).toBe('Canceled')
  await sql`update rx_forms set cancelled_at = null where patient_id = ${testCase.id}`.execute(db)
  await sql`update patients set deleted_at = now() where id = ${testCase.id}`.execute(db)
  try {
    for (const kind of ['cases', 'steps'] as const) expect(await calls.csv(admin, kind)).toHaveLength(1)
    for (const kind of ['shipments', 'on_time'] as const) expect(await calls.csv(admin, kind)).toHaveLength(2)
  } finally {
    await sql`update patients set deleted_at = null where id = ${testCase.id}`.execute(db)
  }
})

it('more rows than a portion are read once each, those of one microsecond, too', async () => {
  const { db } = test.connection
  await sql`insert into flawed_trays (organization_id, patient_id, customer_request_id, jaw_type_id, file_id, status_id, corrected_file_id,
      corrected_at, created_at)
    select t.organization_id, t.patient_id, t.customer_request_id, 1, t.file_id, 2, t.corrected_file_id, '2024-02-20T12:00Z',
      '2024-02-10T12:00:00.000001Z'::timestamptz + make_interval(secs => (n / 700) * 0.000001)
    from flawed_trays t, generate_series(1, 2300) n
    where t.patient_id = ${corrected.id} and t.status_id = 2`.execute(db)
  const february = { from: '2024-02-01', to: '2024-02-29' }
  const { report } = (await calls.ask(admin, 'corrections', 'csv', february)).body
  await calls.make(report.id)
  expect((await calls.mine(admin))[0]).toMatchObject({ rows_done: 2300, rows_total: 2300 })
  const { bytes } = await calls.download(admin, report.id)
  expect(bytes.toString().split('\r\n')).toHaveLength(2302)
})

it('the ship date that counts is moved by the practice, never by the lab (exports/on-time)', async () => {
  const moved = await given.case({ stage: 'approved', practice: testCase.practice, form: printing })
  const { owner } = moved.practice
  const { patient } = (await test.as(admin).call(patients.get, { params: { id: moved.id } })).body
  const params = { id: patient.open_request_id! }
  const print = (await test.as(admin).call(customerRequests.get, { params })).body.customer_request.printing_request!
  const { shipping_methods } = (await test.as(admin).call(shipping.methods, { query: {} as never })).body
  const { id: shipping_method_id, ...way } = shipping_methods.find(({ id_string }) => id_string === 'standard')!
  /** The print was to ship on a day, until this person chose the usual one. */
  const moves = async (who: TestUser, from: string) => {
    const { db } = test.connection
    await sql`update printing_requests set ship_date = ${from}, expected_arrival_date = '2024-03-20' where id = ${print.id}`.execute(
      db,
    )
    const answer = await test.as(who).call(printingRequests.shipping, {
      params: { id: print.id },
      body: {
        patient_id: moved.id,
        location_id: print.location_id!,
        shipping_method_id,
        expected_arrival_date: way.arrival_date,
        delivery_date_from: way.delivery_date_from,
        delivery_date_to: way.delivery_date_to,
      },
    })
    expect(answer.status, JSON.stringify(answer.body)).toBe(200)
    const { rows } = await sql<{ promised: string | null; moved: boolean }>`
      select promised_ship_date::text as promised, ship_date <> ${from} as moved from printing_requests where id = ${print.id}`.execute(
      db,
    )
    return rows[0]
  }
  expect(await moves(owner, '2024-03-11')).toEqual({ promised: null, moved: true })
  expect(await moves(admin, '2024-03-12')).toEqual({ promised: '2024-03-12', moved: true })
  expect(await moves(admin, '2024-03-13')).toEqual({ promised: '2024-03-12', moved: true })
  await sql`update printing_requests set status_id = 3, tracking_number = '1Z1', completed_at = '2024-04-02T12:00Z', ship_date = '2024-04-05'
    where id = ${print.id}`.execute(test.connection.db)
  const april = { from: '2024-04-01', to: '2024-04-30' }
  const { report } = (await calls.ask(admin, 'on_time', 'csv', april)).body
  await calls.make(report.id)
  expect((await calls.download(admin, report.id)).bytes.toString()).toContain(',Standard,1,0,1,0.0%,21\r\n')
  await sql`update printing_requests set status_id = 1, tracking_number = null, completed_at = null where id = ${print.id}`.execute(
    test.connection.db,
  )
  expect(await moves(owner, '2024-03-13')).toEqual({ promised: null, moved: true })
})
