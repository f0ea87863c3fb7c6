import { patients } from '@archwire/contract/patients/routes.ts'
import { printingRequests } from '@archwire/contract/requests/routes.ts'
import { rxForms } from '@archwire/contract/rx-forms/routes.ts'
import { mostOpenLinks, shareLinks } from '@archwire/contract/share-links/routes.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openTestApp, type TestApp, type TestUser } from '../app.ts'
import { givenIn, type Given, type GivenCase, type GivenPractice } from '../given.ts'
import { membersIn, ownPassword, type GivenMembers } from '../given/members.ts'

/** Share links end with the access of the people who made them (`scans/shared-ends`), and show the scans of their creation. */
let test: TestApp
let given: Given
let on: GivenMembers
let admin: TestUser
beforeAll(async () => {
  test = await openTestApp()
  given = givenIn(test)
  on = membersIn(test)
  admin = await given.user('admin')
  await on.withPassword(admin)
})
afterAll(() => test.close())

const run = (statement: ReturnType<typeof sql>) => statement.execute(test.connection.db)

/** A case with a processed scan, whose doctor is the member. */
async function shownCase(practice: GivenPractice, options: { doctor?: TestUser } = {}): Promise<GivenCase> {
  const testCase = await given.case({ practice, form: { user_id: (options.doctor ?? practice.member).id } })
  await addScan(testCase, 'upper.stl')
  return testCase
}
let seed = 10
async function addScan(testCase: GivenCase, name: string): Promise<number> {
  const bytes = given.scan('upper', (seed += 1))
  const id = await given.scanFile(testCase, admin, { bytes, kind: 'submission', jaws_id: 1, name })
  await run(sql`update patient_files set mesh_key = 'o/m' || id, processing = 'ready', viewer_id = md5(patient_id::text)
    where id = ${id}`)
  return id
}

async function share(who: TestUser, { id }: GivenCase, kind: 'submission' | 'setup' = 'submission') {
  // A partner makes no links any more; one that it made earlier is its own.
  const isPartner = who.role === 'lab_partner'
  const answer = await test.as(isPartner ? admin : who).call(shareLinks.create, { params: { id }, body: { kind } })
  expect(answer.status, JSON.stringify(answer.body)).toBe(200)
  if (isPartner) await run(sql`update share_links set created_by = ${who.id} where id = ${answer.body.share_link.id}`)
  const token = /\/shared\/([\w-]{43})$/.exec(answer.body.url)![1]!
  return {
    id: answer.body.share_link.id,
    open: () => test.as(null).call(shareLinks.scene, { params: { token } }),
    status: async () => (await test.as(null).call(shareLinks.scene, { params: { token } })).status,
  }
}

/** What the history says of closed links. */
const closings = async ({ id }: GivenCase) =>
  (
    await sql<{ note: string; user_id: number }>`
      select note, user_id from case_history where patient_id = ${id} and event = 'share_revoked' order by id`.execute(
      test.connection.db,
    )
  ).rows
const lost = (by: TestUser, what = 'submitted scans') => ({
  note: `${what}: the person who made the link no longer sees the case`,
  user_id: by.id,
})
const isClosed = async (testCase: GivenCase, linkId: number) =>
  (await test.as(admin).call(shareLinks.list, { params: { id: testCase.id } })).body.share_links.some(
    (link) => link.id === linkId && link.revoked_at !== null && !link.open,
  )

describe('a link ends with its maker’s access, with a line in the history, and those of others stay', () => {
  /** A link of the person who loses access and one of the owner, before and after. */
  async function ends(
    testCase: GivenCase,
    maker: TestUser,
    by: TestUser,
    take: () => Promise<unknown>,
    kind: 'submission' | 'setup' = 'submission',
  ): Promise<void> {
    const { owner } = testCase.practice
    const [ending, staying] = [await share(maker, testCase, kind), await share(owner, testCase, kind)]
    // Those of a partner from before are open in the record, and open nothing.
    const before = maker.role === 'lab_partner' ? 404 : 200
    expect([await ending.status(), await staying.status()]).toEqual([before, 200])
    expect(await isClosed(testCase, ending.id)).toBe(false)
    await take()
    expect([await ending.status(), await staying.status()]).toEqual([404, 200])
    expect(await ending.open()).toMatchObject({ body: { error: 'This link has expired or was closed.' } })
    expect(await isClosed(testCase, ending.id)).toBe(true)
    expect(await closings(testCase)).toEqual([lost(by, kind === 'setup' ? 'setup' : 'submitted scans')])
  }
  const done = async (answer: Promise<{ status: number; body: unknown }>) => {
    const { status, body } = await answer
    expect(status, JSON.stringify(body)).toBe(200)
  }

  it('when the member is removed', async () => {
    const practice = await given.practice()
    const testCase = await shownCase(practice)
    const remove = () => done(on.remove(practice.owner, practice.id, { user_id: practice.member.id }))
    await ends(testCase, practice.member, practice.owner, remove)
  })

  it('when the account is archived', async () => {
    const practice = await given.practice()
    const testCase = await shownCase(practice)
    const archive = () => done(test.raw(admin, 'PUT', `/users/${practice.member.id}/archive`, {}))
    await ends(testCase, practice.member, admin, archive)
  })

  it('when a doctor who saw all cases is lowered to the own ones, which stay shared', async () => {
    const practice = await given.practice()
    const second = await given.user('doctor')
    await done(on.add(admin, practice.id, { user_id: second.id, role: 'organization_owner' }))
    const [colleagues, own] = [await shownCase(practice), await shownCase(practice, { doctor: second })]
    const kept = await share(second, own)
    await on.withPassword(practice.owner)
    const lower = () =>
      done(on.change(practice.owner, practice.id, { user_id: second.id, role: 'organization_member' }))
    await ends(colleagues, second, practice.owner, lower)
    expect(await kept.status()).toBe(200)
    expect(await closings(own)).toEqual([])
  })

  it('when an assistant, who saw all cases, becomes a doctor with own cases', async () => {
    const practice = await given.practice()
    const testCase = await shownCase(practice)
    const change = () =>
      done(test.raw(admin, 'PUT', `/users/${practice.assistant.id}`, { role: 'doctor', current_password: ownPassword }))
    await ends(testCase, practice.assistant, admin, change)
  })

  it('when the permission to see all cases is taken from a doctor', async () => {
    const practice = await given.practice()
    const testCase = await shownCase(practice, { doctor: practice.owner })
    const superAdmin = await given.user('super_admin')
    await on.withPassword(superAdmin)
    const toggle = (enabled: boolean) =>
      done(
        test.raw(superAdmin, 'PUT', `/users/${practice.member.id}/toggle_custom_permission`, {
          permission: 'organization.patients.view-any',
          enabled,
          current_password: ownPassword,
        }),
      )
    await toggle(true)
    await ends(testCase, practice.member, superAdmin, () => toggle(false))
  })

  it('when a changed form names another doctor', async () => {
    const practice = await given.practice()
    const testCase = await shownCase(practice)
    const change = () =>
      done(
        test.as(admin).call(rxForms.change, {
          params: { id: testCase.rxFormId },
          body: { user_id: practice.owner.id },
        }),
      )
    await ends(testCase, practice.member, admin, change)
  })

  it('when the partner is taken off the case', async () => {
    const practice = await given.practice({ partner: true })
    const testCase = await shownCase(practice)
    const assign = (assign_to: 1 | 3) =>
      done(test.as(admin).call(rxForms.assign, { params: { id: testCase.rxFormId }, body: { assign_to } }))
    await assign(3)
    await ends(testCase, practice.partner!.user, admin, () => assign(1))
  })

  it('when the print of which the partner saw the case goes back to the lab', async () => {
    const practice = await given.practice({ partner: true })
    const testCase = await given.case({
      practice,
      stage: 'approved',
      form: { products_list: 64, export_type: 1, print_assignment: 1, insert_brackets_assignment: 1, jaws_id: 3 },
    })
    await run(sql`update patient_files set mesh_key = 'o/m' || id, processing = 'ready', viewer_id = md5(id::text)
      where patient_id = ${testCase.id} and kind = 'setup'`)
    const { rows } = await sql<{ id: number }>`
      select id from printing_requests where patient_id = ${testCase.id}`.execute(test.connection.db)
    const assign = (assign_to: 1 | 3) =>
      done(test.as(admin).call(printingRequests.assign, { params: { id: rows[0]!.id }, body: { assign_to } }))
    await assign(3)
    await ends(testCase, practice.partner!.user, admin, () => assign(1), 'setup')
  })

  it('when the form moves to a new case, of which the partner keeps nothing here', async () => {
    const practice = await given.practice({ partner: true })
    const testCase = await shownCase(practice)
    const assigned = test.as(admin).call(rxForms.assign, { params: { id: testCase.rxFormId }, body: { assign_to: 3 } })
    await done(assigned)
    const link = await share(practice.partner!.user, testCase)
    await done(test.as(admin).call(patients.archive, { params: { id: testCase.id } }))
    const body = {
      first_name: 'Ada',
      last_name: 'Moved',
      user_id: practice.owner.id,
      organization_id: practice.id,
      rx_form_id: testCase.rxFormId,
    }
    await done(test.as(admin).call(patients.create, { body: body as never }))
    expect(await isClosed(testCase, link.id)).toBe(true)
    expect(await closings(testCase)).toEqual([lost(admin)])
  })

  it('when the case is handed over to another doctor', async () => {
    const practice = await given.practice()
    const testCase = await shownCase(practice)
    const body = { from_user_id: practice.member.id, to_user_id: practice.owner.id }
    await ends(testCase, practice.member, practice.owner, () => done(on.handOver(practice.owner, practice.id, body)))
  })
})

describe('a link whose maker lost access in a way that closes nothing', () => {
  it('is the same 404 while the maker does not see the case, and open again afterwards', async () => {
    const practice = await given.practice()
    const testCase = await shownCase(practice)
    const link = await share(practice.member, testCase)
    expect(await link.status()).toBe(200)
    const views = () =>
      sql<{ views: number }>`select views from share_links where id = ${link.id}`.execute(test.connection.db)
    await run(sql`update organizations set deleted_at = now() where id = ${practice.id}`)
    expect(await link.open()).toMatchObject({ status: 404, body: { error: 'This link has expired or was closed.' } })
    expect((await views()).rows).toEqual([{ views: 1 }])
    await run(sql`update organizations set deleted_at = null where id = ${practice.id}`)
    expect(await link.status()).toBe(200)
  })

  it('is of a partner lab, which no longer shares anything, though it sees the case', async () => {
    const practice = await given.practice({ partner: true })
    const testCase = await shownCase(practice)
    await run(sql`update patients set partner_organization_id = ${practice.partner!.id} where id = ${testCase.id}`)
    const link = await share(practice.partner!.user, testCase)
    expect(await link.open()).toMatchObject({ status: 404, body: { error: 'This link has expired or was closed.' } })
  })

  it('shows nothing when only the row of the case names another doctor', async () => {
    const practice = await given.practice()
    const testCase = await shownCase(practice)
    const link = await share(practice.member, testCase)
    await run(sql`update patients set user_id = ${practice.owner.id} where id = ${testCase.id}`)
    expect(await link.status()).toBe(404)
  })

  it('stays open while the practice is disabled: its people still read their cases', async () => {
    const practice = await given.practice()
    const testCase = await shownCase(practice)
    const link = await share(practice.member, testCase)
    await run(sql`update organizations set disabled_at = now() where id = ${practice.id}`)
    expect((await test.as(practice.member).call(patients.get, { params: { id: testCase.id } })).status).toBe(200)
    expect(await link.status()).toBe(200)
  })
})

describe('a link shows the scans of its creation', () => {
  const idsOf = async (link: Awaited<ReturnType<typeof share>>) =>
    (await link.open()).body.scene.files.map(({ id }) => id)

  it('not those that were added afterwards; one that is deleted leaves it, and a new link shows the others', async () => {
    const practice = await given.practice()
    const testCase = await shownCase(practice)
    const second = await addScan(testCase, 'second.stl')
    const link = await share(practice.owner, testCase)
    const before = await idsOf(link)
    expect(before).toContain(second)
    const later = await addScan(testCase, 'later.stl')
    expect(await idsOf(link)).toEqual(before)
    await run(sql`update patient_files set deleted_at = now() where id = ${second}`)
    expect(await idsOf(link)).toEqual(before.filter((id) => id !== second))
    expect(await idsOf(await share(practice.owner, testCase))).toContain(later)
  })

  it('in the bite that they had: one that places a later scan moves none of them', async () => {
    const practice = await given.practice()
    const testCase = await shownCase(practice)
    const link = await share(practice.owner, testCase)
    const [first] = await idsOf(link)
    const place = async (version: number, x: number, ...files: number[]) => {
      const { rows } = await sql<{ id: number }>`
        insert into bites (organization_id, patient_id, scan_kind, version, method, created_by, created_at)
        values (${practice.id}, ${testCase.id}, 'submission', ${version}, 'by_hand', ${practice.owner.id}, now()) returning id`.execute(
        test.connection.db,
      )
      await run(sql`insert into bite_places (organization_id, patient_id, bite_id, file_id, rotation, "offset")
        select ${practice.id}, ${testCase.id}, ${rows[0]!.id}, f, array[1,0,0,0,1,0,0,0,1], array[${x}::float8,0,0] from unnest(${files}::int[]) f`)
    }
    const offset = async () => (await link.open()).body.scene.files.map(({ place: at }) => at?.offset[0])
    await place(1, 1, first!)
    expect(await offset()).toEqual([1])
    await place(2, 2, first!)
    expect(await offset()).toEqual([2])
    await place(3, 3, first!, await addScan(testCase, 'later.stl'))
    expect(await offset()).toEqual([2])
    expect((await link.open()).body.scene.bite).toMatchObject({ version: 2 })
  })
})

it(`a case has ${mostOpenLinks} open links at most; closed and expired ones do not count`, async () => {
  const practice = await given.practice()
  const testCase = await shownCase(practice)
  const [first, second] = [await share(practice.owner, testCase), await share(practice.owner, testCase)]
  await run(sql`insert into share_links (organization_id, patient_id, kind, token_hash, created_by, created_at, expires_at)
    select organization_id, patient_id, kind, decode(md5(${testCase.id} || '-' || n), 'hex'), created_by, created_at, expires_at
    from share_links, generate_series(3, ${mostOpenLinks}::int) n where id = ${first.id}`)
  const create = () =>
    test.as(practice.owner).call(shareLinks.create, { params: { id: testCase.id }, body: { kind: 'submission' } })
  expect(await create()).toMatchObject({
    status: 409,
    body: { error: `This case has ${mostOpenLinks} open links, which is the limit. Close one of them first.` },
  })
  await test.as(practice.owner).call(shareLinks.revoke, { params: { id: first.id } })
  expect((await create()).status).toBe(200)
  expect((await create()).status).toBe(409)
  await run(sql`update share_links set expires_at = now() - interval '1 second' where id = ${second.id}`)
  expect((await create()).status).toBe(200)
})
