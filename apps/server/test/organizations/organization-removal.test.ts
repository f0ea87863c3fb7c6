import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { removeOrganization } from '../../src/modules/organization-record/commands/remove.ts'
import { storeLibrary } from '../../src/modules/bracket-libraries/store.ts'
import { removeBytes, type Removal } from '../../src/modules/files/removal.ts'
import { openTestApp, type TestApp, type TestUser } from '../app.ts'
import { givenIn, type Given } from '../given.ts'
import { membersIn } from '../given/members.ts'
import { libraryCalls } from '../library-calls.ts'
import { organizationCallsIn, organizationOf, refusalOf, type OrganizationCalls } from '../organization-calls.ts'

/** Organizations as they are deleted, and the lab's notes about them (`organizations/deleted`, `organizations/notes`). */
let test: TestApp
let given: Given
let on: OrganizationCalls
let admin: TestUser
beforeAll(async () => {
  test = await openTestApp()
  given = givenIn(test)
  on = organizationCallsIn(test)
  admin = await given.user('admin')
})
afterAll(() => test.close())

const instead = { status: 409, body: { error: 'This organization has cases or other records. Archive instead.' } }
const nameOf = async (id: number) => (await on.rowOf(id)).name

describe('deleting an organization', () => {
  it('is for super_admin and admin; everyone else is refused at the door', async () => {
    const practice = await given.practice({ partner: true })
    const name = await nameOf(practice.id)
    const others = [practice.owner, practice.manager, practice.member, practice.partner!.user]
    for (const who of [...others, await given.user('supervisor'), await given.user('tech_support')])
      expect((await on.remove(who, practice.id, name)).status).toBe(403)
    expect((await on.remove(await given.user('super_admin'), practice.id, name)).status).toBe(200)
    expect((await on.remove(admin, practice.id, name)).status).toBe(404)
    expect((await on.get(admin, practice.id)).status).toBe(404)
  })

  it('asks for its name as it is shown', async () => {
    const practice = await given.practice()
    const { account_number } = await on.rowOf(practice.id)
    const wrong = refusalOf('name', 'Type the organization’s name exactly as shown.')
    for (const typed of ['Practice', `${await nameOf(practice.id)}x`, String(practice.id)])
      expect(await on.remove(admin, practice.id, typed)).toMatchObject(wrong)
    expect(await on.remove(admin, practice.id, ' ')).toMatchObject(refusalOf('name', 'Required'))
    await on.set(practice.id, sql`name = 'Account ' || id`)
    expect(await on.remove(admin, practice.id, `Account ${practice.id}`)).toMatchObject(wrong)
    expect(await on.remove(admin, practice.id, account_number)).toMatchObject({
      status: 200,
      body: { message: 'The organization is deleted.' },
    })
  })

  it('takes along what is its own, and leaves its people', async () => {
    const practice = await given.practice()
    const other = await given.practice()
    const { id, owner } = practice
    await membersIn(test).invite(owner, id, { email: `${given.unique()}@example.com` })
    await test.raw(owner, 'PUT', `/organizations/${id}/rx_form_preference`, { jaws_id: 1 })
    await test.raw(owner, 'PUT', `/organizations/${id}/rx_form_draft?draft=a1`, { data: { first_name: 'Ada' } })
    await given.upload(owner, id, given.scan('upper', 2), 'upper.stl')
    await given.ownPrices(practice, { 'arch.print': 900 })
    await sql`
      with library as (insert into bracket_libraries (organization_id, name) values (${id}, 'Own') returning id)
      insert into bracket_library_members (organization_id, bracket_library_id, user_id) select ${id}, id, ${owner.id} from library`.execute(
      test.connection.db,
    )
    await sql`insert into location_users (organization_id, location_id, user_id)
      select organization_id, id, ${owner.id} from locations where organization_id = ${id}`.execute(test.connection.db)
    const records: [string, object][] = [
      ['contacts', { contacts: [{ first_name: 'Ruth', title: 'Front desk' }] }],
      ['notification-settings', { setup_completed: { enabled: false, additional_emails: [] } }],
      [
        'billing_address',
        {
          first_name: 'Ruth',
          last_name: 'Feld',
          email: 'ruth@example.com',
          phone_number: '+13035550142',
          street_address: '1 Main Street',
          city: 'Denver',
          state: 'CO',
          zip_code: '80204',
        },
      ],
    ]
    for (const [record, body] of records)
      expect((await test.raw(owner, 'PUT', `/organizations/${id}/${record}`, body)).status).toBe(200)
    await sql`insert into notifications (user_id, organization_id, type, message, link) values (${owner.id}, ${id}, 'x', 'x', '/')`.execute(
      test.connection.db,
    )
    await sql`insert into mails (to_address, subject, words, link, kind, organization_id)
      values ('gone@example.com', 's', '{}', 'https://x', 'k', ${id})`.execute(test.connection.db)
    expect(await on.remove(admin, id, await nameOf(id))).toMatchObject({ status: 200 })
    const tables = await sql<{ table_name: string }>`
      select c.table_name from information_schema.columns c join information_schema.tables t using (table_schema, table_name)
      where c.table_schema = 'public' and c.column_name = 'organization_id' and t.table_type = 'BASE TABLE'
        and c.table_name not like 'audit%'`.execute(test.connection.db)
    expect(tables.rows.length).toBeGreaterThan(20)
    for (const { table_name } of tables.rows) {
      const left = await sql`select 1 from ${sql.table(table_name)} where organization_id = ${id}`.execute(
        test.connection.db,
      )
      expect(left.rows, table_name).toEqual([])
    }
    const me = await test.raw(owner, 'GET', '/me')
    expect(me).toMatchObject({ status: 200, body: { user: { organizations: [] } } })
    expect((await on.get(admin, other.id)).status).toBe(200)
  })

  it('has the bytes of its uploads removed by a job', async () => {
    const practice = await given.practice()
    await given.upload(practice.owner, practice.id, given.scan('upper', 2), 'upper.stl')
    const actor = await given.actor(admin)
    const name = await nameOf(practice.id)
    // Looked at before it ends: afterwards a publisher takes the row away.
    const jobs = await test.connection.db.transaction().execute(async (trx) => {
      await removeOrganization(trx, actor, practice.id, name)
      const found = await sql<{ payload: { keys: string[] } }>`
        select payload from outbox where name = 'files.remove' and xmin = pg_current_xact_id()::xid`.execute(trx)
      return found.rows
    })
    expect(jobs).toEqual([{ payload: expect.objectContaining({ organization_id: practice.id, patient_id: 0 }) }])
    const keys = jobs[0]!.payload.keys.sort()
    expect(keys).toEqual([expect.stringMatching(/^incoming\/u_\w+\/1$/), expect.stringMatching(/^sealed\/u_\w+$/)])
  })

  it('has the files of its bracket libraries removed, moved already, being moved, or deleted', async () => {
    const { db } = test.connection
    const practice = await given.practice()
    const libraries = libraryCalls(test, practice)
    const [moved, waiting, deleted] = [await libraries.add(), await libraries.add(), await libraries.add()]
    await libraries.remove(practice.owner, deleted.id)
    for (const { id } of [moved, deleted]) await storeLibrary({ db, storage: test.storage }, id)
    const folder = `o/${practice.id}/l`
    expect(await test.storage.list(folder)).toHaveLength(2)
    // The job of the one that waits starts before the deletion, and ends after it.
    let removal: Removal | undefined
    const during = {
      ...test.storage,
      copy: async (from: string, to: string) => {
        const actor = await given.actor(admin)
        const name = await nameOf(practice.id)
        removal = await db.transaction().execute(async (trx) => {
          await removeOrganization(trx, actor, practice.id, name)
          const { rows } = await sql<{ payload: Removal }>`
            select payload from outbox where name = 'files.remove' and xmin = pg_current_xact_id()::xid`.execute(trx)
          return rows[0]!.payload
        })
        const keys = removal.keys.filter((key) => key.startsWith(folder))
        await removeBytes({ db, storage: test.storage }, { ...removal, keys })
        // The copy arrives late.
        await test.storage.copy(from, to)
      },
    }
    await storeLibrary({ db, storage: during as typeof test.storage }, waiting.id)
    expect(removal!.keys.filter((key) => key.startsWith(folder))).toHaveLength(3)
    expect(await test.storage.list(folder)).toEqual([])
  })

  it('is refused with cases, archived ones too, and to a partner lab that makes some or is named', async () => {
    const { practice, id: caseId } = await given.case()
    const name = await nameOf(practice.id)
    expect(organizationOf(await on.get(admin, practice.id))).toMatchObject({
      can: { delete: false },
      why_not: { delete: instead.body.error },
    })
    expect(await on.remove(admin, practice.id, name)).toMatchObject(instead)
    await test.raw(admin, 'PUT', `/patients/${caseId}/archive`)
    expect(await on.remove(admin, practice.id, name)).toMatchObject(instead)
    await on.archive(admin, practice.id)
    expect(await on.remove(admin, practice.id, name)).toMatchObject(instead)

    const served = await given.practice({ partner: true })
    const partner = served.partner!.id
    // Another organization names it: the foreign key is the refusal.
    expect(await on.remove(admin, partner, await nameOf(partner))).toMatchObject(instead)
    await given.case({ practice: served, form: { submission_completed_by: 3 } })
    await on.put(admin, served.id, { third_party_partner_id: null })
    expect(await on.remove(admin, partner, await nameOf(partner))).toMatchObject(instead)
  })

  it('an archived or disabled one without cases goes, too', async () => {
    const [archived, disabled] = [await given.practice(), await given.practice()]
    await on.archive(admin, archived.id)
    await on.put(admin, disabled.id, { disabled: true })
    for (const { id } of [archived, disabled]) expect((await on.remove(admin, id, await nameOf(id))).status).toBe(200)
  })

  it('beside a case that starts: one of the two is refused, and nothing is left half', async () => {
    for (let round = 0; round < 5; round += 1) {
      const { id, owner } = await given.practice()
      const name = await nameOf(id)
      const named = { first_name: 'Ada', last_name: 'Byron', user_id: owner.id, organization_id: id }
      const [removed, begun] = await Promise.all([
        on.remove(admin, id, name),
        test.raw(admin, 'POST', '/patients', named),
      ])
      const { rows } = await sql<{ there: boolean; members: number; cases: number }>`
        select exists (select 1 from organizations where id = ${id}) as there,
          (select count(*)::int from memberships where organization_id = ${id}) as members,
          (select count(*)::int from patients where organization_id = ${id}) as cases`.execute(test.connection.db)
      if (removed.status === 200) {
        expect([404, 422]).toContain(begun.status)
        expect(rows).toEqual([{ there: false, members: 0, cases: 0 }])
      } else {
        expect([removed.status, begun.status]).toEqual([409, 200])
        expect(rows).toEqual([{ there: true, members: 4, cases: 1 }])
      }
    }
  })

  it('of twenty at once one is done', async () => {
    const { id } = await given.practice()
    const name = await nameOf(id)
    const answers = await Promise.all(Array.from({ length: 20 }, () => on.remove(admin, id, name)))
    expect(answers.map(({ status }) => status).sort((a, b) => a - b)).toEqual([200, ...Array<number>(19).fill(404)])
  })
})

describe('the lab’s notes', () => {
  it('are kept exactly, read and changed by staff alone, on the version that was seen', async () => {
    const practice = await given.practice({ partner: true })
    const text = '  Prefers calls\n\tbefore noon.  '
    const tech = await given.user('tech_support')
    const answer = await on.notes(tech, practice.id, text, 1)
    expect(answer).toMatchObject({ status: 200, body: { message: 'The notes are saved.' } })
    expect(organizationOf(answer)).toMatchObject({ management_notes: text, version: 2 })
    expect((await on.notes(admin, practice.id, 'Late', 1)).status).toBe(409)
    for (const who of [practice.owner, practice.manager, practice.member, practice.partner!.user])
      expect((await on.notes(who, practice.id, 'Mine')).status).toBe(403)
    const other = await given.practice({ partner: true })
    expect((await on.notes(other.partner!.user, practice.id, 'Theirs')).status).toBe(404)
    expect((await on.notes(admin, practice.id, 'x'.repeat(10_001))).status).toBe(422)
    expect(organizationOf(await on.notes(admin, practice.id, ''))).toMatchObject({ management_notes: '' })
    await on.archive(admin, practice.id)
    expect((await on.notes(tech, practice.id, 'Left us.')).status).toBe(200)
  })
})
