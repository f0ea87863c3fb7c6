import { sql } from 'kysely'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openTestApp, type TestApp, type TestUser } from '../app.ts'
import { givenIn, type Given, type GivenPractice } from '../given.ts'
import { libraryCalls, refused, type LibraryCalls } from '../library-calls.ts'
import { ownStores } from '../database.ts'

/** Who may do what with the bracket libraries of a practice (`rx-form/who-libraries`). */
let test: TestApp
let given: Given
let admin: TestUser
let practice: GivenPractice
let ours: LibraryCalls
beforeAll(async () => {
  test = await openTestApp()
  given = givenIn(test)
  admin = await given.user('admin')
  practice = await given.practice({ partner: true })
  ours = libraryCalls(test, practice)
})
afterAll(() => test.close())

/** What the audit log holds about a library; the application may not read it. */
async function audited(id: number): Promise<string[]> {
  const client = new pg.Client({ connectionString: ownStores().databaseUrl })
  await client.connect()
  try {
    const { rows } = await client.query<{ action: string }>(
      "select action from audit_log where data ->> 'bracket_library_id' = $1 order by id",
      [String(id)],
    )
    return rows.map(({ action }) => action)
  } finally {
    await client.end()
  }
}

describe('who may', () => {
  const everyone = async () => ({
    super_admin: await given.user('super_admin'),
    admin,
    supervisor: await given.user('supervisor'),
    tech_support: await given.user('tech_support'),
    owner: practice.owner,
    manager: practice.manager,
    member: practice.member,
    assistant: practice.assistant,
    partner: practice.partner!.user,
    stranger: (await given.practice()).owner,
  })
  const asked = async () => {
    const { id } = await ours.add()
    const results: Record<string, number[]> = {}
    for (const [name, who] of Object.entries(await everyone())) {
      const answers = [
        await ours.list(who),
        await ours.download(who, id),
        await ours.link(who),
        await ours.assignable(who),
        await ours.register(who, 'unknown-upload-00000000'),
        await ours.change(who, id, { name: `Renamed by ${name} ${id}` }),
      ]
      results[name] = answers.map(({ status }) => status)
    }
    return results
  }
  // list, download, link, assignable, create (of an upload that does not exist), change
  const reads = [200, 200, 403, 403, 403, 403]
  const manages = [200, 200, 200, 200, 422, 200]
  const none = [404, 404, 404, 404, 404, 404]
  const staff = { super_admin: manages, admin: manages, supervisor: manages, tech_support: manages }

  it('owner, managers and staff manage, members and the partner read', async () => {
    expect(await asked()).toEqual({
      ...staff,
      owner: manages,
      manager: manages,
      member: reads,
      assistant: reads,
      partner: reads,
      stranger: none,
    })
    const { id } = await ours.add()
    expect((await ours.remove(practice.member, id)).status).toBe(403)
    expect((await ours.remove(practice.partner!.user, id)).status).toBe(403)
    expect((await ours.remove(await given.user('tech_support'), id)).status).toBe(200)
  })

  it('while the practice is disabled, its people only read', async () => {
    const set = (value: Date | null) =>
      test.connection.db
        .updateTable('organizations')
        .set({ disabled_at: value })
        .where('id', '=', practice.id)
        .execute()
    const { id } = await ours.add()
    await set(new Date())
    const row = (await ours.list(practice.owner)).body.bracket_libraries.find((library) => library.id === id)
    expect(row!.can).toEqual({ update: false, delete: false, download: true })
    expect((await ours.link(practice.owner)).status).toBe(403)
    expect((await ours.change(practice.owner, id, { name: 'No' })).status).toBe(403)
    expect((await ours.remove(practice.owner, id)).status).toBe(403)
    expect((await ours.download(practice.owner, id)).status).toBe(200)
    expect((await ours.remove(admin, id)).status).toBe(200)
    await set(null)
  })

  it('an archived practice’s are read by the lab alone, and do not change', async () => {
    const place = await given.practice()
    const theirs = libraryCalls(test, place)
    const { id } = await theirs.add(place.owner)
    const waiting = await theirs.upload(admin)
    await sql`update organizations set deleted_at = now() where id = ${place.id}`.execute(test.connection.db)
    // The session of a person without any other practice holds no rights at all.
    expect((await theirs.list(place.owner)).status).toBe(403)
    expect((await theirs.list(admin)).body.bracket_libraries).toMatchObject([
      { id, can: { update: false, delete: false, download: true } },
    ])
    const archived = refused(409, 'This organization is archived.')
    expect(await theirs.link(admin)).toMatchObject(archived)
    expect(await theirs.register(admin, waiting)).toMatchObject(archived)
    expect(await theirs.change(admin, id, { name: 'No' })).toMatchObject(archived)
    expect(await theirs.remove(admin, id)).toMatchObject(archived)
  })

  it('one of another practice does not exist in this one', async () => {
    const elsewhere = await given.practice()
    const calls = libraryCalls(test, elsewhere)
    const theirs = await calls.add(elsewhere.owner)
    for (const who of [practice.owner, admin]) {
      expect((await ours.download(who, theirs.id)).status).toBe(404)
      expect((await ours.change(who, theirs.id, { name: 'Ours' })).status).toBe(404)
      expect((await ours.remove(who, theirs.id)).status).toBe(404)
    }
    expect((await calls.list(elsewhere.owner)).body.bracket_libraries).toMatchObject([{ name: theirs.name }])
  })

  it('each change is recorded', async () => {
    const { id } = await ours.add()
    await ours.change(practice.owner, id, { name: `Recorded ${id}` })
    await ours.remove(practice.owner, id)
    expect(await audited(id)).toEqual([
      'organization.library_added',
      'organization.library_changed',
      'organization.library_deleted',
    ])
  })
})
