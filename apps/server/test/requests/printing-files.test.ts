import { patientFiles } from '@archwire/contract/patient-files/routes.ts'
import { patients } from '@archwire/contract/patients/routes.ts'
import { customerRequests, printingRequests } from '@archwire/contract/requests/routes.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openTestApp, type TestApp, type TestUser } from '../app.ts'
import { givenIn, printing, type Given, type GivenCase, type GivenPractice } from '../given.ts'

/** The files that the lab prints from (`requests/printing-files`). */
let test: TestApp
let given: Given
let practice: GivenPractice
let tech: TestUser
const cases: Record<string, GivenCase> = {}
const add = async (name: string, form: object = {}, at: GivenPractice = practice) =>
  (cases[name] = await given.case({
    practice: at,
    tech,
    stage: 'approved',
    form: { ...printing, last_name: name, ...form },
  }))
const db = () => test.connection.db
beforeAll(async () => {
  test = await openTestApp()
  given = givenIn(test)
  practice = await given.practice({ partner: true })
  tech = await given.user('tech_support')
  await add('Aldous', { case_number_text: 'N-100' })
  await add('Benton', { user_id: practice.member.id })
  await add('Corwin', { print_assignment: 3, insert_brackets_assignment: 3 })
  await add('Dunmore', { print_assignment: 2, insert_brackets_assignment: 2, shipping_method: null })
  const bytes = given.scan('lower', 7)
  const corrected = { bytes, kind: 'submission', jaws_id: 2, name: 'Benton corrected.stl' } as const
  // Of a correction whose request is over.
  const id = await given.scanFile(cases.Benton!, tech, corrected)
  await sql`update patient_files set kind = 'correction' where id = ${id}`.execute(db())
  await sql`with r as (
      insert into customer_requests (organization_id, patient_id, status_id, cancel_reason)
      values (${practice.id}, ${cases.Benton!.id}, 3, 'Printed anew') returning id)
    insert into flawed_trays (organization_id, patient_id, customer_request_id, jaw_type_id, status_id, corrected_file_id, corrected_at)
    select ${practice.id}::int, ${cases.Benton!.id}::int, r.id, 2, 2, ${id}::int, now() from r`.execute(db())
  // Uploaded, and no tray was corrected with it.
  const unused = await given.scanFile(cases.Benton!, tech, { ...corrected, name: 'Benton unused.stl' })
  await sql`update patient_files set kind = 'correction' where id = ${unused}`.execute(db())
})
afterAll(() => test.close())

async function list(query: object = {}, who: TestUser = tech) {
  const { status, body, statements } = await test.as(who).call(patientFiles.printing, {
    query: { chosen_wi_organization_id: String(practice.id), ...query },
  })
  expect(status, JSON.stringify(body)).toBe(200)
  expect(statements, 'one statement beside the session').toBeLessThanOrEqual(2)
  return body
}
const listed = async (query: object = {}) =>
  (await list(query)).patient_files.map(({ patient, kind }) => `${patient.full_name.split(' ')[1]} ${kind}`)
const found = async (query: object = {}) => (await listed(query)).toSorted()

const printOf = async ({ id }: GivenCase) => {
  const { rows } = await sql<{ id: number; customer_request_id: number }>`
    select id, customer_request_id from printing_requests where patient_id = ${id} order by id desc limit 1`.execute(
    db(),
  )
  return rows[0]!
}

describe('the printing files', () => {
  it('are the setups and corrections of cases that the lab prints, with case, practice and print', async () => {
    expect(await found()).toEqual(['Aldous setup', 'Benton correction', 'Benton setup'])
    const { patient_files: files, meta } = await list({ patientSearchFullNameQuery: 'aldous' })
    const print = await printOf(cases.Aldous!)
    const { rows } = await sql<{ full_name: string; ship_date: string }>`
      select u.full_name, (select ship_date::text from printing_requests where id = ${print.id}) as ship_date
      from users u where u.id = ${practice.owner.id}`.execute(db())
    expect(files).toMatchObject([
      {
        original_name: 'setup.stl',
        kind: 'setup',
        jaws_id: 1,
        file_modification_date: null,
        patient: {
          id: cases.Aldous!.id,
          full_name: 'Ada Aldous',
          case_number_text: 'N-100',
          case_code: `C-${cases.Aldous!.id}`,
          numeric_suffix: null,
          user: { full_name: rows[0]!.full_name },
        },
        organization: { id: practice.id },
        patient_file_type: { id: 2, name: 'STL Files' },
        printing_request: { ...print, status: { key: 'new' }, ship_date: rows[0]!.ship_date },
      },
    ])
    expect(meta).toEqual({ total: 1, page: 0, per_page: 25, last_page: 0, next: null })
  })

  it('are found by doctor, by patient and by both', async () => {
    const { rows } = await sql<{
      full_name: string
    }>`select full_name from users where id = ${practice.member.id}`.execute(db())
    const doctor = rows[0]!.full_name
    expect(await found({ searchFullNameQuery: doctor })).toEqual(['Benton correction', 'Benton setup'])
    expect(await found({ searchFullNameQuery: doctor, patientSearchFullNameQuery: 'Aldous' })).toEqual([])
    expect(await found({ patientSearchFullNameQuery: 'ada bent' })).toEqual(['Benton correction', 'Benton setup'])
    expect(await found({ patientSearchFullNameQuery: 'N-100' })).toEqual(['Aldous setup'])
    expect(await found({ patientSearchFullNameQuery: `C-${cases.Aldous!.id}` })).toEqual(['Aldous setup'])
    // Each search looks at its own name only.
    expect(await found({ searchFullNameQuery: 'Aldous' })).toEqual([])
    expect(await found({ patientSearchFullNameQuery: doctor })).toEqual([])
    expect(await found({ patientSearchFullNameQuery: '%' })).toEqual([])
  })

  it('come in pages from 0', async () => {
    const seen: number[] = []
    for (const page of [0, 1]) {
      const { patient_files: files, meta } = await list({ page, perPage: 2, orderBy: 'name' })
      expect(meta).toMatchObject({ total: 3, page, per_page: 2, last_page: 1 })
      seen.push(...files.map(({ id }) => id))
    }
    expect(seen).toEqual((await list({ orderBy: 'name' })).patient_files.map(({ id }) => id))
    expect(new Set(seen).size).toBe(3)
    expect((await list({ page: 2, perPage: 2 })).patient_files).toEqual([])
    for (const page of [-1, 0.5, 'first'])
      expect((await test.as(tech).call(patientFiles.printing, { query: { page } as never })).status).toBe(422)
  })

  it('are sorted by each order, both ways', async () => {
    await sql`update patient_files f set file_modification_date = t.at::timestamptz, updated_at = t.at::timestamptz
      from (values (${cases.Aldous!.id}, 'setup', '2026-03-02T10:00:00Z'), (${cases.Benton!.id}, 'setup', '2026-03-01T10:00:00Z'),
        (${cases.Benton!.id}, 'correction', '2026-03-03T10:00:00Z')) t (patient, kind, at)
      where f.patient_id = t.patient::int and f.kind = t.kind`.execute(db())
    await sql`update printing_requests set ship_date = case patient_id when ${cases.Aldous!.id} then date '2026-04-02' else date '2026-04-01' end
      where patient_id in (${cases.Aldous!.id}, ${cases.Benton!.id})`.execute(db())
    const byDate = ['Benton setup', 'Aldous setup', 'Benton correction']
    for (const orderBy of ['file_modification_date', 'updated_at']) {
      expect(await listed({ orderBy }), orderBy).toEqual(byDate)
      expect(await listed({ orderBy, order: 'desc' }), orderBy).toEqual(byDate.toReversed())
    }
    const byCase = ['Benton setup', 'Benton correction', 'Aldous setup']
    expect(await listed()).toEqual(byCase)
    expect(await listed({ order: 'desc' })).toEqual(byCase.toReversed())
    const byPatient = ['Aldous setup', 'Benton setup', 'Benton correction']
    expect(await listed({ orderBy: 'last_name' })).toEqual(byPatient)
    expect(await listed({ orderBy: 'last_name', order: 'desc' })).toEqual(byPatient.toReversed())
    const names = (await list({ orderBy: 'name' })).patient_files.map(({ name }) => name.toLowerCase())
    expect(names).toEqual(names.toSorted())
    const doctors = (await list({ orderBy: 'doctor' })).patient_files.map(({ patient }) =>
      patient.user!.full_name.toLowerCase(),
    )
    expect(doctors).toEqual(doctors.toSorted())
    for (const query of [{ orderBy: 'size' }, { order: 'up' }, { sort: 'name' }])
      expect((await test.as(tech).call(patientFiles.printing, { query: query as never })).status).toBe(422)
  })

  it('of other organizations are left out by the filter of the lab, and listed without it', async () => {
    const elsewhere = await given.practice()
    await add('Farrow', {}, elsewhere)
    expect(await found()).not.toContain('Farrow setup')
    const of = { chosen_wi_organization_id: `${practice.id},${elsewhere.id}` }
    expect(await found(of)).toContain('Farrow setup')
    expect(await found({ chosen_wi_organization_id: undefined, patientSearchFullNameQuery: 'Farrow' })).toEqual([
      'Farrow setup',
    ])
  })
})

describe('a file is listed', () => {
  const here = (name: string) => found({ patientSearchFullNameQuery: name })

  it('while its case is neither on hold nor archived', async () => {
    const { id } = await add('Holden')
    const admin = test.as(await given.user('admin'))
    const params = { id }
    const hold = (on_hold: boolean) => admin.call(patients.toggleHold, { params, body: { on_hold, reason: 'Waiting' } })
    expect(await here('Holden')).toEqual(['Holden setup'])
    expect((await hold(true)).status).toBe(200)
    expect(await here('Holden')).toEqual([])
    expect((await hold(false)).status).toBe(200)
    expect(await here('Holden')).toEqual(['Holden setup'])
    expect((await admin.call(patients.archive, { params })).status).toBe(200)
    expect(await here('Holden')).toEqual([])
  })

  it('until its print is canceled or goes to another party', async () => {
    await add('Gale')
    await add('Hale')
    const admin = await given.user('admin')
    const { customer_request_id: id } = await printOf(cases.Gale!)
    const moved = await printOf(cases.Hale!)
    expect([await here('Gale'), await here('Hale')]).toEqual([['Gale setup'], ['Hale setup']])
    const canceled = await test.as(admin).call(customerRequests.cancel, { params: { id }, body: {} })
    const assigned = await test
      .as(admin)
      .call(printingRequests.assign, { params: { id: moved.id }, body: { assign_to: 3 } })
    expect([canceled.status, assigned.status]).toEqual([200, 200])
    expect([await here('Gale'), await here('Hale')]).toEqual([[], []])
  })

  it('also while its print is In Progress, and not once it is completed', async () => {
    const { id } = await printOf(await add('Ingram'))
    await sql`update printing_requests set status_id = 2 where id = ${id}`.execute(db())
    expect((await list({ patientSearchFullNameQuery: 'Ingram' })).patient_files).toMatchObject([
      { printing_request: { status: { key: 'in_progress' } } },
    ])
    const done = await test.as(tech).call(printingRequests.completed, {
      params: { id },
      body: { tracking_number: '1Z999AA10123456784' },
    })
    expect(done.status, JSON.stringify(done.body)).toBe(200)
    expect(await here('Ingram')).toEqual([])
  })

  it('while the case has one open request only', async () => {
    await add('Jarvis')
    expect(await here('Jarvis')).toEqual(['Jarvis setup'])
    await sql`insert into customer_requests (organization_id, patient_id) values (${practice.id}, ${cases.Jarvis!.id})`.execute(
      db(),
    )
    expect(await here('Jarvis')).toEqual([])
  })

  it('of an arch until a tray of it waits or is corrected with another file; one of both arches says what it is not for', async () => {
    await add('Linden', { setup: 3 })
    const { id } = cases.Linden!
    await sql`update patient_files set jaws_id = 3 where patient_id = ${id} and kind = 'setup'`.execute(db())
    const files = async () =>
      (await list({ patientSearchFullNameQuery: 'Linden' })).patient_files
        .map(({ original_name: name, not_for_arches: not }) => (not ? `${name} not ${not.join()}` : name))
        .toSorted()
    const [setup] = await files()
    const { customer_request_id: request } = await printOf(cases.Linden!)
    const waits = async (jaw: number) =>
      (
        await sql<{ id: number }>`
          insert into flawed_trays (organization_id, patient_id, customer_request_id, jaw_type_id)
          values (${practice.id}, ${id}, ${request}, ${jaw}) returning id`.execute(db())
      ).rows[0]!.id
    const fixed = async (tray: number, jaws_id: 1 | 2 | 3, name: string) => {
      const bytes = given.scan('upper', 11 + jaws_id)
      const file = await given.scanFile(cases.Linden!, tech, { bytes, kind: 'submission', jaws_id, name })
      await sql`update patient_files set kind = 'correction' where id = ${file}`.execute(db())
      await sql`update flawed_trays set status_id = 2, corrected_file_id = ${file}, corrected_at = clock_timestamp()
        where id = ${tray}`.execute(db())
      return file
    }
    const [upper, lower] = [await waits(1), await waits(2)]
    // Both arches of it wait.
    expect(await files()).toEqual([])
    const first = await fixed(upper, 1, 'Linden first.stl')
    expect(await files()).toEqual(['Linden first.stl'])
    const both = await fixed(lower, 3, 'Linden both.stl')
    expect(await files()).toEqual(['Linden both.stl not 1', 'Linden first.stl'])
    // Reported once more, in the same request: the newest correction is flawed, too.
    const again = await waits(1)
    expect(await files()).toEqual(['Linden both.stl not 1'])
    await fixed(again, 1, 'Linden second.stl')
    expect(await files()).toEqual(['Linden both.stl not 1', 'Linden second.stl'])
    await sql`update patient_files set deleted_at = now() where id = any(${[first, both]}::int[])`.execute(db())
    expect(await files()).toEqual(['Linden second.stl', `${setup} not 1`].toSorted())
  })

  it('until it is deleted; an IOS file only of a case without a setup', async () => {
    await add('Keller')
    await given.scanFile(cases.Keller!, tech, {
      bytes: given.scan('upper', 9),
      kind: 'submission',
      jaws_id: 1,
      name: 'Keller.stl',
    })
    expect(await here('Keller')).toEqual(['Keller setup'])
    await sql`update patient_files set patient_file_type_id = 1
      where patient_id = ${cases.Keller!.id} and kind = 'submission'`.execute(db())
    expect(await here('Keller')).toEqual(['Keller setup'])
    await sql`update patient_files set deleted_at = now() where patient_id = ${cases.Keller!.id} and kind = 'setup'`.execute(
      db(),
    )
    expect(await here('Keller')).toEqual(['Keller submission'])
  })
})

it('the four staff roles see the list, other people get a 403', async () => {
  for (const role of ['super_admin', 'admin', 'tech_support', 'supervisor'] as const)
    expect((await test.as(await given.user(role)).call(patientFiles.printing, {})).status, role).toBe(200)
  for (const who of [practice.owner, practice.member, await given.user('lab_partner')])
    expect((await test.as(who).call(patientFiles.printing, {})).status).toBe(403)
})
