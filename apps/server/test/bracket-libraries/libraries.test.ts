import { mostLibraries } from '@archwire/contract/bracket-libraries/fields.ts'
import { rxForms } from '@archwire/contract/rx-forms/routes.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openTestApp, type TestApp, type TestUser } from '../app.ts'
import { givenIn, type Given, type GivenPractice } from '../given.ts'
import { libraryCalls, refused, zip, type LibraryCalls } from '../library-calls.ts'
import { storeLibrary } from '../../src/modules/bracket-libraries/store.ts'
import { sweep } from '../../src/modules/upkeep/sweep.ts'

/** Bracket libraries with their files: added, assigned, downloaded, deleted (`rx-form/libraries`). */
let test: TestApp
let given: Given
let practice: GivenPractice
let ours: LibraryCalls
beforeAll(async () => {
  test = await openTestApp()
  given = givenIn(test)
  practice = await given.practice({ partner: true })
  ours = libraryCalls(test, practice)
})
afterAll(() => test.close())

const named = async (who: TestUser) => (await ours.list(who)).body.bracket_libraries.map(({ name }) => name)

describe('a library and its file', () => {
  it('arrives by link, bytes and registration, and is handed out as it was', async () => {
    const file = zip()
    const { status, body } = await ours.register(practice.owner, await ours.upload(practice.owner, file), {
      name: ' Damon Q2 ',
      member_ids: [practice.member.id],
    })
    expect(status).toBe(200)
    expect(body).toMatchObject({
      message: 'The bracket library is added.',
      bracket_library: {
        name: 'Damon Q2',
        member_ids: [practice.member.id],
        members: [{ id: practice.member.id, full_name: 'Mia Member' }],
        file: { name: 'damon.zip', size: file.bytes.length },
        version: 1,
        can: { update: true, delete: true, download: true },
      },
    })
    const { id } = body.bracket_library
    const get = async () => {
      const { url } = (await ours.download(practice.member, id)).body
      return test.app.fastify.inject({ method: 'GET', url })
    }
    const sealed = await get()
    expect(new Uint8Array(sealed.rawPayload)).toEqual(file.bytes)
    expect(sealed.headers['content-disposition']).toBe(`attachment; filename="damon.zip"; filename*=UTF-8''damon.zip`)
    // The job moves the bytes to the practice's folder, under a name that says nothing; twice does no harm.
    await storeLibrary({ db: test.connection.db, storage: test.storage }, id)
    await storeLibrary({ db: test.connection.db, storage: test.storage }, id)
    const { rows } = await sql<{ storage_key: string }>`
      select storage_key from bracket_libraries where id = ${id}`.execute(test.connection.db)
    expect(rows[0]!.storage_key).toMatch(new RegExp(String.raw`^o/${practice.id}/l/[0-9a-f]{32}$`))
    expect(new Uint8Array((await get()).rawPayload)).toEqual(file.bytes)
  })

  it('is not swept while it waits for its place', async () => {
    const { id } = await ours.add()
    const { rows } = await sql<{ key: string }>`
      select storage_key as key from bracket_libraries where id = ${id}`.execute(test.connection.db)
    const kept: boolean[] = []
    const storage = {
      ...test.storage,
      sweep: async (_: Date, keep: (upload: string) => Promise<boolean>) => {
        kept.push(await keep(rows[0]!.key.replace('sealed/', '')), await keep('u_unknown'))
        return 0
      },
    }
    await sweep(test.connection.db, storage)
    expect(kept).toEqual([true, false])
  })

  it('those that were added before files existed have none', async () => {
    const { rows } = await sql<{ id: number }>`
      insert into bracket_libraries (organization_id, name) values (${practice.id}, 'Old one') returning id`.execute(
      test.connection.db,
    )
    const { id } = rows[0]!
    const row = (await ours.list(practice.owner)).body.bracket_libraries.find((library) => library.id === id)
    expect(row).toMatchObject({ file: null, can: { update: true, delete: true, download: false } })
    expect(await ours.download(practice.owner, id)).toMatchObject(
      refused(404, 'The file of this bracket library does not exist.'),
    )
    expect((await ours.change(practice.owner, id, { name: 'Old one, renamed' })).status).toBe(200)
  })

  it('a name is unique in its practice, ignoring case and accents', async () => {
    const first = await ours.add(practice.owner, { name: 'Rôth' })
    const taken = refused(422, { name: ['There is a bracket library of this name already.'] })
    expect(await ours.register(practice.owner, await ours.upload(practice.owner), { name: 'ROTH' })).toMatchObject(
      taken,
    )
    const second = await ours.add()
    expect(await ours.change(practice.owner, second.id, { name: 'roth' })).toMatchObject(taken)
    expect((await ours.change(practice.owner, first.id, { name: 'roth' })).status).toBe(200)
    // Elsewhere, and once it is deleted, the name is free.
    const elsewhere = await given.practice()
    const theirs = libraryCalls(test, elsewhere)
    const path = await theirs.upload(elsewhere.owner)
    expect((await theirs.register(elsewhere.owner, path, { name: 'Roth' })).status).toBe(200)
    await ours.remove(practice.owner, first.id)
    expect((await ours.change(practice.owner, second.id, { name: 'Roth' })).status).toBe(200)
  })

  it('a name that is missing or too long', async () => {
    const path = await ours.upload(practice.owner)
    expect(await ours.register(practice.owner, path, { name: ' ' })).toMatchObject(refused(422, { name: ['Required'] }))
    expect(await ours.register(practice.owner, path, { name: 'x'.repeat(101) })).toMatchObject(
      refused(422, { name: ['At most 100 characters.'] }),
    )
  })

  it('an edit on an old version is refused', async () => {
    const { id, version } = await ours.add()
    expect((await ours.change(practice.owner, id, { name: `First ${id}`, version })).body.bracket_library.version).toBe(
      2,
    )
    expect(await ours.change(practice.manager, id, { name: `Second ${id}`, version })).toMatchObject(
      refused(409, 'Someone else changed this in the meantime.'),
    )
  })

  it('a practice has at most a hundred', async () => {
    const full = await given.practice()
    const calls = libraryCalls(test, full)
    const path = await calls.upload(full.owner)
    await sql`insert into bracket_libraries (organization_id, name)
      select ${full.id}::int, 'Library ' || n from generate_series(1, ${mostLibraries}::int) n`.execute(
      test.connection.db,
    )
    expect(await calls.register(full.owner, path)).toMatchObject(
      refused(409, 'A practice can have at most 100 bracket libraries.'),
    )
  })
})

describe('whose it is', () => {
  it('people of the practice can be assigned, no one else', async () => {
    const { id } = await ours.add()
    const stranger = await given.user('doctor')
    const wrong = refused(422, { member_ids: ['Only members of the organization can be assigned.'] })
    expect(await ours.change(practice.owner, id, { member_ids: [practice.member.id, stranger.id] })).toMatchObject(
      wrong,
    )
    expect(
      await ours.register(practice.owner, await ours.upload(practice.owner), { member_ids: [stranger.id] }),
    ).toMatchObject(wrong)
    expect(
      (await ours.change(practice.owner, id, { member_ids: [practice.member.id] })).body.bracket_library,
    ).toMatchObject({
      member_ids: [practice.member.id],
    })
    expect((await ours.change(practice.owner, id, { member_ids: [] })).body.bracket_library.member_ids).toEqual([])
  })

  it('who has left can stay assigned, and can be taken off', async () => {
    const place = await given.practice()
    const theirs = libraryCalls(test, place)
    const { id } = await theirs.add(place.owner, { member_ids: [place.member.id] })
    await sql`delete from memberships where organization_id = ${place.id} and user_id = ${place.member.id}`.execute(
      test.connection.db,
    )
    const edit = (member_ids: number[]) => theirs.change(place.owner, id, { member_ids })
    expect((await edit([place.member.id, place.owner.id])).body.bracket_library).toMatchObject({
      member_ids: [place.owner.id, place.member.id].sort((a, b) => a - b),
      members: [{ id: place.owner.id }],
    })
    expect((await edit([])).body.bracket_library.member_ids).toEqual([])
    expect((await edit([place.member.id])).status).toBe(422)
  })

  it('lists whom it can be assigned to', async () => {
    const { body } = await ours.assignable(practice.owner)
    expect(body.members).toContainEqual({ id: practice.member.id, full_name: 'Mia Member', is_doctor: true })
    expect(body.members).toContainEqual({ id: practice.assistant.id, full_name: 'Test Person', is_doctor: false })
    expect(body.members).toHaveLength(4)
  })

  it('who submits as themselves sees and downloads their own and everyone’s', async () => {
    const owners = await ours.add(practice.owner, { member_ids: [practice.owner.id] })
    const members = await ours.add(practice.owner, { member_ids: [practice.member.id] })
    const all = await ours.add()
    const names = await named(practice.member)
    expect([members.name, all.name].every((name) => names.includes(name))).toBe(true)
    expect(names).not.toContain(owners.name)
    expect((await ours.download(practice.member, owners.id)).status).toBe(404)
    expect((await ours.download(practice.member, members.id)).status).toBe(200)
    expect(await named(practice.assistant)).toContain(owners.name)
  })

  it('a case that named a deleted one keeps it', async () => {
    const gone = await ours.add()
    const { rxFormId } = await given.case({ practice, form: { export_type: 1, bracket_libraries: [gone.id] } })
    expect(await ours.remove(practice.manager, gone.id)).toMatchObject({
      status: 200,
      body: { message: 'The bracket library is deleted.' },
    })
    expect((await ours.remove(practice.manager, gone.id)).status).toBe(404)
    expect((await ours.download(practice.owner, gone.id)).status).toBe(404)
    expect(await named(practice.owner)).not.toContain(gone.name)
    const { body } = await test.as(practice.owner).call(rxForms.get, { params: { id: rxFormId } })
    expect(body.rx_form.bracket_libraries).toEqual([{ id: gone.id, name: gone.name }])
  })
})
