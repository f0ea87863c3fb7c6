import { caseTrays } from '@archwire/contract/case-trays/routes.ts'
import { palette } from '@archwire/contract/palette/routes.ts'
import type { PaletteHit } from '@archwire/contract/palette/schema.ts'
import { patients } from '@archwire/contract/patients/routes.ts'
import { customerRequests } from '@archwire/contract/requests/routes.ts'
import { rxForms } from '@archwire/contract/rx-forms/routes.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { labScope } from '../../src/db/scope.ts'
import { beginWaived } from '../../src/modules/billing/index.ts'
import { refreshAll } from '../../src/modules/search/index.ts'
import { openTestApp, type TestApp, type TestUser } from '../app.ts'
import { givenIn, printing, type Given, type GivenCase, type GivenPractice } from '../given.ts'
import { requestSeenBy } from '../seen.ts'

/** One search over all records (`screens/palette`), in a database of its own: whatever it finds is known here. */
let test: TestApp
let given: Given
let admin: TestUser
let tech: TestUser
let ours: GivenPractice
let theirs: GivenPractice
const cases: Record<string, GivenCase> = {}
const made: Record<string, number> = {}
const tracking = '1Z999AA10123456784'
/** In the name of everything that strangers could find. */
const common = 'Zuckerlein'

beforeAll(async () => {
  test = await openTestApp({ ownDatabase: true })
  given = givenIn(test)
  const { db } = test.connection
  admin = await given.user('admin', ['Ada', 'Admin'])
  tech = await given.user('tech_support', ['Tom', 'Technik'])
  ours = await given.practice({ partner: true })
  theirs = await given.practice({ partner: true })
  for (const [practice, phone] of [
    [ours, '(303) 555-0142'],
    [theirs, '(303) 555-0199'],
  ] as const) {
    await sql`update organizations set name = ${`${common} Dental ${practice.id}`} where id = ${practice.id}`.execute(
      db,
    )
    await sql`update users set last_name = ${common}
      where id = any(${[practice.owner, practice.member, practice.assistant, practice.partner!.user].map(({ id }) => id)}::int[])`.execute(
      db,
    )
    await sql`update locations set phone_number = ${phone} where organization_id = ${practice.id}`.execute(db)
  }
  const add = async (name: string, options: Parameters<Given['case']>[0] & { practice: GivenPractice }) => {
    const form = { last_name: common, ...options.form }
    cases[name] = await given.case({ tech: admin, ...options, form })
  }
  await add('printed', { practice: ours, stage: 'approved', form: { ...printing, first_name: 'Zoë' } })
  await add('numbered', { practice: ours, form: { case_number_text: 'QX 7042' } })
  await add('of the member', { practice: ours, form: { user_id: ours.member.id } })
  await add('of the partner', { practice: ours, stage: 'approved', form: { ...printing, print_assignment: 3 } })
  await add('archived', { practice: ours, archived: true, form: { first_name: 'Archibald' } })
  await add('strange', { practice: theirs, stage: 'approved', form: { ...printing, first_name: 'Xaver' } })
  const ship = async (testCase: GivenCase, tracking_number: string) => {
    const { body } = await test.as(admin).call(patients.get, { params: { id: testCase.id } })
    const { id } = body.patient.customer_requests[0]!
    const sent = await test.as(admin).call(customerRequests.complete, {
      params: { id },
      body: { tracking_number, seen: await requestSeenBy(test, admin, id) },
    })
    expect(sent.status, JSON.stringify(sent.body)).toBe(200)
    return id
  }
  made.strangeRequest = await ship(cases.strange!, '1Z999AA10123456799')
  made.request = await ship(cases.printed!, tracking)
  const tray = async (tray_number: string, name: string) => {
    const { status, body } = await test
      .as(admin)
      .call(caseTrays.create, { body: { tray_number, case_ids: [cases[name]!.id] } })
    expect(status, JSON.stringify(body)).toBe(200)
    return body.case_tray.id
  }
  made.tray = await tray('ZU77', 'numbered')
  made.partnersTray = await tray('ZU78', 'of the partner')
  const invoice = async ({ id }: GivenPractice) => {
    const zone = test.config.labZone
    await db.transaction().execute((trx) => beginWaived(trx, { scope: labScope, now: new Date() }, id, zone))
    const { rows } = await sql<{ id: number; invoice_id: number }>`
      select id, invoice_id from orders where organization_id = ${id} and invoice_id is not null`.execute(db)
    return rows[0]!
  }
  const { id, invoice_id } = await invoice(ours)
  made.invoice = id
  made.number = invoice_id
  made.strangeInvoice = (await invoice(theirs)).id
  await refreshAll({ db })
})
afterAll(() => test.close())

const ask = async (who: TestUser, query: { keyword?: string; recent?: string }) => {
  const { status, body } = await test.as(who).call(palette.search, { query })
  expect(status, JSON.stringify(body)).toBe(200)
  return body.palette
}
const find = async (who: TestUser, keyword: string) => (await ask(who, { keyword })).hits
const keyOf = ({ kind, id }: Pick<PaletteHit, 'kind' | 'id'>) => `${kind} ${id}`
const keysOf = async (who: TestUser, keyword: string) => (await find(who, keyword)).map(keyOf)
const caseKey = (name: string) => `case ${cases[name]!.id}`

describe('what people type', () => {
  it.each([
    ['a name in either order', 'zoe zuckerlein'],
    ['the other order, with a comma', 'Zuckerlein, Zoë'],
    ['parts of both words', 'zuck zo'],
  ])('%s finds the case before its request', async (_what, typed) => {
    const keys = await keysOf(admin, typed)
    expect(keys[0]).toBe(caseKey('printed'))
    expect(keys).toContain(`request ${made.request}`)
  })

  it('part of a case number, and a label’s code with the request of its case next to it', async () => {
    expect((await keysOf(ours.owner, '704'))[0]).toBe(caseKey('numbered'))
    expect((await keysOf(admin, `c-${cases.printed!.id}`)).slice(0, 2)).toEqual([
      caseKey('printed'),
      `request ${made.request}`,
    ])
  })

  it('a phone number, as it is written or its digits alone, with or without the country', async () => {
    for (const typed of ['(303) 555-0142', '3035550142', '+1 303 555 0142', '303-555-01'])
      expect([typed, (await keysOf(admin, typed)).includes(`organization ${ours.id}`)]).toEqual([typed, true])
    expect(await keysOf(admin, '3035550142')).not.toContain(`organization ${theirs.id}`)
  })

  it('names of practices and people, with a typo where nothing else is found', async () => {
    const [practice] = await find(admin, `dental ${ours.id}`)
    expect(practice).toMatchObject({ kind: 'organization', id: ours.id, name: `${common} Dental ${ours.id}` })
    expect(await find(admin, 'tecknik')).toMatchObject([
      { kind: 'person', id: tech.id, name: 'Tom Technik', about: 'Tech Support', organization: null },
    ])
  })

  it('part of a tracking number, as a carrier writes it, finds the parcel; the whole one its case first', async () => {
    expect((await find(admin, '0123 456784')).find(({ kind }) => kind === 'parcel')).toEqual({
      kind: 'parcel',
      id: made.request,
      name: tracking,
      number: null,
      about: expect.stringMatching(/^Zuckerlein, Zoë/) as string,
      cases: 1,
      status: null,
      organization: { id: ours.id, name: `${common} Dental ${ours.id}` },
    })
    const keys = await keysOf(ours.owner, '1z 999 aa1 01 2345 6784')
    expect([keys[0], keys.includes(`parcel ${made.request}`)]).toEqual([caseKey('printed'), true])
    expect((await find(admin, '6784')).filter(({ kind }) => kind === 'parcel')).toEqual([])
  })

  it('the number of a tray, and of an invoice, also with the word before it', async () => {
    expect((await keysOf(admin, 'zu77'))[0]).toBe(`tray ${made.tray}`)
    for (const typed of [`invoice ${made.number}`, `#${made.number}`])
      expect((await keysOf(ours.owner, typed))[0]).toBe(`invoice ${made.invoice}`)
    expect(await keysOf(ours.owner, String(made.number).slice(0, 3))).toContain(`invoice ${made.invoice}`)
  })

  it('signs that mean nothing find nothing, and break nothing', async () => {
    for (const typed of [`'`, '%', '_', '\\', '|', ',', '-', '"', ':*', `a' | 'b`, '(', '–', '٣'])
      expect((await ask(admin, { keyword: typed })).hits.length).toBeLessThan(30)
  })
})

describe('what comes first', () => {
  it('among equal cases what was opened lately, then the person’s own', async () => {
    const first = async (who: TestUser, recent?: string) =>
      (await ask(who, { keyword: common, ...(recent && { recent }) })).hits[0]!.id
    expect(await first(admin, `case-${cases.strange!.id}`)).toBe(cases.strange!.id)
    expect(await first(admin, `case-${cases.numbered!.id}`)).toBe(cases.numbered!.id)
    const saved = await test.as(admin).call(rxForms.managementData, {
      params: { id: cases['of the member']!.rxFormId },
      body: { kind: 'initial_case_setup', assigned_to: admin.id },
    })
    expect(saved.status, JSON.stringify(saved.body)).toBe(200)
    expect(await first(admin)).toBe(cases['of the member']!.id)
  })

  it('a practice by its name, then its cases, then their requests; a few letters count in names alone', async () => {
    const kindsOf = async (typed: string) => [...new Set((await find(admin, typed)).map(({ kind }) => kind))]
    expect(await kindsOf(`${ours.id} dental`)).toEqual(['organization', 'case', 'person', 'request'])
    expect(await kindsOf('den')).not.toContain('person')
  })

  it('of practices and people, those that the person looks after', async () => {
    const people = async () =>
      (await find(admin, common)).filter(({ kind }) => kind === 'person').map(({ organization }) => organization?.id)
    await sql`update organizations set customer_service_manager_id = ${admin.id} where id = ${theirs.id}`.execute(
      test.connection.db,
    )
    expect((await people()).slice(0, 3)).toEqual([theirs.id, theirs.id, theirs.id])
    await sql`update organizations set customer_service_manager_id = null where id = ${theirs.id}`.execute(
      test.connection.db,
    )
  })
})

describe('no one finds what is not theirs', () => {
  const keywords = () => [
    common,
    'z',
    'zu',
    'dental',
    'mia',
    '303555',
    '3035550142',
    '3035550199',
    tracking,
    '1Z999AA10123456799',
    '999aa1',
    'zu7',
    'zu78',
    'c-',
    ...Object.values(cases).map(({ id }) => `c-${id}`),
    String(made.number).slice(0, 2),
    `invoice ${made.number}`,
  ]
  const recent = () =>
    [
      `case-${cases.strange!.id}`,
      `case-${cases.archived!.id}`,
      `request-${made.strangeRequest}`,
      `invoice-${made.strangeInvoice}`,
      `organization-${theirs.id}`,
      `person-${theirs.owner.id}`,
      `tray-${made.tray}`,
      `person-${admin.id}`,
    ].join(',')

  const ourCases = ['printed', 'numbered', 'of the member', 'of the partner']
  const people = () => [ours.owner, ours.manager, ours.member, ours.assistant].map(({ id }) => `person ${id}`)
  const requestsOf = async (...names: string[]) => {
    const { rows } = await sql<{ id: number }>`
      select id from customer_requests where patient_id = any(${names.map((name) => cases[name]!.id)}::int[])`.execute(
      test.connection.db,
    )
    return rows.map(({ id }) => `request ${id}`)
  }
  const roles: [who: string, user: () => TestUser, may: () => Promise<string[]>][] = [
    ...(['owner', 'manager'] as const).map((role): [string, () => TestUser, () => Promise<string[]>] => [
      role,
      () => ours[role],
      async () => [
        ...ourCases.map(caseKey),
        ...(await requestsOf(...ourCases)),
        ...people(),
        `invoice ${made.invoice}`,
        `parcel ${made.request}`,
      ],
    ]),
    [
      'an assistant, who reads no invoices',
      () => ours.assistant,
      async () => [...ourCases.map(caseKey), ...(await requestsOf(...ourCases)), ...people(), `parcel ${made.request}`],
    ],
    [
      'a member, who sees their own cases',
      () => ours.member,
      async () => [caseKey('of the member'), ...(await requestsOf('of the member')), ...people()],
    ],
    [
      'a partner, who sees what is assigned to it and the doctors of the practice',
      () => ours.partner!.user,
      async () => [
        caseKey('of the partner'),
        ...(await requestsOf('of the partner')),
        `organization ${ours.id}`,
        `person ${ours.owner.id}`,
        `person ${ours.member.id}`,
        `tray ${made.partnersTray}`,
      ],
    ],
    ['a person without a practice', () => stranger, async () => []],
  ]
  let stranger: TestUser
  beforeAll(async () => {
    stranger = await given.user('doctor')
  })

  it.each(roles)('%s', async (_who, user, may) => {
    const found = new Set<string>()
    for (const keyword of keywords()) for (const key of await keysOf(user(), keyword)) found.add(key)
    const own = await may()
    expect([...found].filter((key) => !own.includes(key))).toEqual([])
    // Each of these is found by one of the words: nothing is left out, either.
    expect(own.filter((key) => !found.has(key)).filter((key) => key !== `person ${ours.manager.id}`)).toEqual([])
    const opened = await ask(user(), { recent: recent() })
    expect(opened.hits.map(keyOf).filter((key) => !own.includes(key))).toEqual([])
    expect(opened.basis).toBe('latest')
  })

  it('a doctor of two practices is not named by the one that is out of the partner’s reach', async () => {
    const { db } = test.connection
    await sql`insert into memberships (organization_id, user_id, role, created_at)
      values (${theirs.id}, ${ours.owner.id}, 'organization_member', now() - interval '1 year')`.execute(db)
    const [doctor] = (await find(ours.partner!.user, `olga ${common}`)).filter(({ kind }) => kind === 'person')
    expect(doctor).toMatchObject({ id: ours.owner.id, organization: { id: ours.id } })
    await sql`delete from memberships where organization_id = ${theirs.id} and user_id = ${ours.owner.id}`.execute(db)
  })

  it('archived cases are found by people with the permission alone, behind the others', async () => {
    expect(await find(admin, `archibald ${common}`)).toMatchObject([
      { kind: 'case', id: cases.archived!.id, status: 'Archived' },
    ])
    expect((await find(admin, common)).filter(({ kind }) => kind === 'case').at(-1)).toMatchObject({
      status: 'Archived',
    })
    for (const who of [tech, ours.owner, ours.partner!.user]) expect(await find(who, `archibald ${common}`)).toEqual([])
  })

  it('says which kinds this person searches', async () => {
    const kinds = async (who: TestUser) => (await ask(who, { keyword: 'nothing' })).searched
    expect(await kinds(admin)).toEqual(['case', 'organization', 'person', 'request', 'tray', 'invoice', 'parcel'])
    expect(await kinds(ours.owner)).toEqual(['case', 'person', 'request', 'invoice', 'parcel'])
    expect(await kinds(ours.member)).toEqual(['case', 'person', 'request', 'parcel'])
    expect(await kinds(ours.partner!.user)).toEqual(['case', 'organization', 'person', 'request', 'tray', 'parcel'])
  })
})

describe('before anything is typed', () => {
  it('what the browser names as opened lately, in its order, as it is now', async () => {
    const recent = [
      `invoice-${made.invoice}`,
      `case-${cases.numbered!.id}`,
      `person-${ours.owner.id}`,
      `organization-${ours.id}`,
      `tray-${made.tray}`,
      `request-${made.request}`,
    ]
    const { basis, hits } = await ask(admin, { recent: recent.join(',') })
    expect([basis, hits.map((hit) => keyOf(hit).replace(' ', '-'))]).toEqual(['recent', recent])
    expect(hits[0]).toMatchObject({ name: `Invoice ${made.number}`, organization: { id: ours.id } })
  })

  it('the cases that changed last where nothing was opened; canceled and archived ones are left out', async () => {
    const { basis, hits } = await ask(ours.owner, {})
    expect([basis, hits.map(keyOf)]).toEqual(['latest', expect.arrayContaining([caseKey('numbered')])])
    expect(hits.map(keyOf)).not.toContain(caseKey('archived'))
  })
})
