import { errorCodes } from '@archwire/contract/core/error-codes.ts'
import { mostDrafts } from '@archwire/contract/rx-forms/drafts.ts'
import { rxForms } from '@archwire/contract/rx-forms/routes.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { sweep } from '../../src/modules/upkeep/sweep.ts'
import { openTestApp, type TestApp, type TestUser } from '../app.ts'
import { givenIn, type Given, type GivenPractice } from '../given.ts'

let test: TestApp
let given: Given
let practice: GivenPractice
beforeAll(async () => {
  test = await openTestApp()
  given = givenIn(test)
})
afterAll(() => test.close())

/** What one person can do with drafts of the practice. */
const draftsOf = (user: TestUser) => {
  const as = test.as(user)
  const at = (draft: string) => ({ params: { id: practice.id }, query: { draft } })
  const restoring = async (draft: string) => (await as.call(rxForms.restoreDraft, at(draft))).status
  return {
    restoring,
    save: (draft: string, last_name: string, by: { page?: string; known?: string | null } = {}) =>
      as.call(rxForms.saveDraft, {
        ...at(draft),
        body: { data: { first_name: 'Ada', last_name }, ...by },
      }),
    whole: async (draft: string) => (await as.call(rxForms.getDraft, at(draft))).body.draft,
    read: async (draft: string) => (await as.call(rxForms.getDraft, at(draft))).body.draft?.data,
    discard: (draft: string) => as.call(rxForms.discardDraft, at(draft)),
    restore: async (draft: string) => {
      expect([200, 404]).toContain(await restoring(draft))
      return (await as.call(rxForms.getDraft, at(draft))).body.draft?.data
    },
    names: async () =>
      (await as.call(rxForms.listDrafts, { params: { id: practice.id } })).body.drafts.map(
        ({ last_name }) => last_name,
      ),
    submit: (draft?: string, by: { page?: string; known?: string } = {}) =>
      as.call(rxForms.submitForOrganization, {
        params: { id: practice.id },
        query: { ...(draft && { draft }), ...by },
        body: given.form(practice),
      } as never),
  }
}

it('several wait side by side, for one person and practice, the last one first', async () => {
  practice = await given.practice()
  const [owner, manager] = [draftsOf(practice.owner), draftsOf(practice.manager)]
  await owner.save('a1', 'Vega')
  await owner.save('b2', 'Ono')
  await owner.save('a1', 'Vega-Lopez')
  expect(await owner.names()).toEqual(['Vega-Lopez', 'Ono'])
  expect(await owner.read('b2')).toMatchObject({ last_name: 'Ono' })
  expect(await owner.read('c3')).toBeUndefined()
  expect(await manager.names()).toEqual([])
  expect(await manager.read('a1')).toBeUndefined()
  await manager.discard('a1')
  expect(await owner.names()).toHaveLength(2)
})

it('what is no part of the form is not kept', async () => {
  practice = await given.practice()
  const path = `/organizations/${practice.id}/rx_form_draft?draft=a1`
  const put = (data: object) => test.raw(practice.owner, 'PUT', path, { data })
  for (const key of ['hasOwnProperty', 'constructor', 'anything'])
    expect(await put({ first_name: 'Ada', [key]: 1 })).toMatchObject({
      status: 422,
      body: { error: { [`data.${key}`]: ['Unknown field'] } },
    })
  expect(await draftsOf(practice.owner).read('a1')).toBeUndefined()
  const whole = { ...given.form(practice), texts: {}, scans_arrived: [], scans_not_arrived: [], arch_answer: null }
  expect((await put({ ...whole, photos_not_arrived: [] })).status).toBe(200)
})

it('a submitted case takes its own draft with it, and no other', async () => {
  practice = await given.practice()
  const owner = draftsOf(practice.owner)
  await owner.save('a1', 'Vega')
  await owner.save('b2', 'Ono')
  expect((await owner.submit('a1')).status).toBe(200)
  expect(await owner.names()).toEqual(['Ono'])
  // A call that names no draft has none, however many cases it submits.
  for (const _ of [1, 2]) expect((await owner.submit()).status).toBe(200)
  expect(await owner.names()).toEqual(['Ono'])
})

it('what was thrown away can be taken back, for a day', async () => {
  practice = await given.practice()
  const owner = draftsOf(practice.owner)
  await owner.save('a1', 'Vega')
  await owner.discard('a1')
  expect(await owner.names()).toEqual([])
  expect(await owner.read('a1')).toBeUndefined()
  expect(await owner.restore('a1')).toMatchObject({ last_name: 'Vega' })
  await owner.discard('a1')
  const move = (hours: number) =>
    sql`update case_drafts set discarded_at = discarded_at - make_interval(hours => ${hours}) where organization_id = ${practice.id}`.execute(
      test.connection.db,
    )
  await move(23)
  await sweep(test.connection.db, test.storage)
  expect(await owner.restore('a1')).toMatchObject({ last_name: 'Vega' })
  await owner.discard('a1')
  await move(25)
  await sweep(test.connection.db, test.storage)
  expect(await owner.restore('a1')).toBeUndefined()
})

it('says which of its files can no longer be submitted', async () => {
  practice = await given.practice()
  const owner = draftsOf(practice.owner)
  const [stl] = await given.scanUploads(practice.owner, practice.id)
  const at = { params: { id: practice.id }, query: { draft: 'a1' } }
  // One is named twice and was uploaded, the other was never uploaded.
  const data = { stl_files: [stl], scans_arrived: [stl, { file_path: 'uploads/none', name: 'lower.stl' }] }
  await test.as(practice.owner).call(rxForms.saveDraft, { ...at, body: { data } })
  expect(await owner.whole('a1')).toMatchObject({ data, gone: ['uploads/none'] })
  await sql`update uploads set created_at = created_at - interval '25 hours' where file_path = ${stl!.file_path}`.execute(
    test.connection.db,
  )
  await sweep(test.connection.db, test.storage)
  expect((await owner.whole('a1'))?.gone).toEqual(expect.arrayContaining([stl!.file_path, 'uploads/none']))
})

it('of those thrown away the last five can be taken back, beside as many as can be started', async () => {
  practice = await given.practice()
  const owner = draftsOf(practice.owner)
  for (let at = 0; at < 7; at += 1) {
    await owner.save(`k${at}`, `No. ${at}`)
    await owner.discard(`k${at}`)
  }
  expect(await owner.restore('k1')).toBeUndefined()
  expect(await owner.restore('k2')).toMatchObject({ last_name: 'No. 2' })
  for (let at = 0; at < mostDrafts - 1; at += 1) await owner.save(`n${at}`, 'x')
  expect(await owner.restore('k3')).toMatchObject({ last_name: 'No. 3' })
  expect(await owner.restore('k3')).toMatchObject({ last_name: 'No. 3' })
  expect((await owner.save('more', 'x')).status).toBe(409)
  expect(await draftsOf(practice.manager).restoring('k3')).toBe(404)
})

it('no more than can be looked through, however many are started at once; those that are there continue', async () => {
  practice = await given.practice()
  const owner = draftsOf(practice.owner)
  const answers = await Promise.all(Array.from({ length: 30 }, (_, at) => owner.save(`k${at}`, `No. ${at}`)))
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(mostDrafts)
  expect(answers.find(({ status }) => status === 409)!.body).toMatchObject({
    error: 'You can have at most 20 drafts. Submit or discard one first.',
  })
  const kept = answers.findIndex(({ status }) => status === 200)
  expect((await owner.save(`k${kept}`, 'Goes on')).status).toBe(200)
  await owner.discard(`k${kept}`)
  expect((await owner.save('another', 'Fits again')).status).toBe(200)
  expect((await owner.save('no key', 'x')).status).toBe(422)
})

it('a page that did not hear of another one writes nothing over it; its own saves follow each other', async () => {
  practice = await given.practice()
  const owner = draftsOf(practice.owner)
  const begun = await owner.save('a1', 'Vega', { page: 'one', known: null })
  expect(begun.status).toBe(200)
  // The answer may have been lost: the page's own next save needs none.
  expect((await owner.save('a1', 'Vega-Lopez', { page: 'one', known: null })).status).toBe(200)
  const overtaken = { status: 409, body: { code: errorCodes.draftOvertaken } }
  const stale = { page: 'two', known: begun.body.updated_at }
  expect(await owner.save('a1', 'Ono', stale)).toMatchObject(overtaken)
  expect(await owner.save('a1', 'Ono', { page: 'two', known: null })).toMatchObject(overtaken)
  const { updated_at } = (await owner.whole('a1'))!
  expect((await owner.save('a1', 'Ono', { page: 'two', known: updated_at })).status).toBe(200)
  expect(await owner.save('a1', 'Vega', { page: 'one', known: updated_at })).toMatchObject(overtaken)
  expect(await owner.read('a1')).toMatchObject({ last_name: 'Ono' })
  await owner.discard('a1')
  const gone = await owner.save('a1', 'Ono-Vega', { page: 'two', known: updated_at })
  expect(gone).toMatchObject({ ...overtaken, body: { error: 'This draft was discarded in another window.' } })
  expect((await owner.save('a1', 'Ono-Vega', { page: 'two', known: null })).status).toBe(200)
})

it('of two pages that start one draft at once, one is kept and the other asked', async () => {
  practice = await given.practice()
  const owner = draftsOf(practice.owner)
  const answers = await Promise.all(['one', 'two'].map((page) => owner.save('a1', page, { page, known: null })))
  expect(answers.map(({ status }) => status).sort((a, b) => a - b)).toEqual([200, 409])
})

it.each(['a1', 'first'])('a draft under %s becomes one case, and does not come back as a draft', async (key) => {
  practice = await given.practice()
  const owner = draftsOf(practice.owner)
  await owner.save(key, 'Vega')
  // Two pages, two intents, at once.
  const answers = await Promise.all([owner.submit(key), owner.submit(key), owner.submit(key)])
  expect(answers.map(({ status }) => status).sort((a, b) => a - b)).toEqual([200, 409, 409])
  const { rows } = await sql`select 1 from patients where organization_id = ${practice.id}`.execute(test.connection.db)
  expect(rows).toHaveLength(1)
  const submitted = { status: 409, body: { code: errorCodes.draftSubmitted } }
  expect(await owner.submit(key), 'nor one after the other').toMatchObject(submitted)
  expect(await owner.save(key, 'Vega')).toMatchObject(submitted)
  expect(await owner.save(key, 'Vega', { page: 'two', known: null })).toMatchObject(submitted)
  await owner.discard(key)
  expect(await owner.restore(key)).toBeUndefined()
  expect(await owner.names()).toEqual([])
  const { rows: kept } = await sql<{ data: object }>`select data from case_drafts
    where organization_id = ${practice.id}`.execute(test.connection.db)
  expect(kept).toEqual([{ data: {} }])
})

it('a page submits no draft that another one changed since', async () => {
  practice = await given.practice()
  const owner = draftsOf(practice.owner)
  const { updated_at: known } = (await owner.save('a1', 'Vega', { page: 'one', known: null })).body
  const newer = (await owner.save('a1', 'Ono', { page: 'two', known })).body.updated_at
  expect(await owner.submit('a1', { page: 'one', known })).toMatchObject({
    status: 409,
    body: { code: errorCodes.draftOvertaken },
  })
  expect(await owner.read('a1')).toMatchObject({ last_name: 'Ono' })
  expect((await owner.submit('a1', { page: 'three', known: newer })).status).toBe(200)
})

it('a save beside the submit of a key that was never kept, or was thrown away, brings nothing back', async () => {
  practice = await given.practice()
  const owner = draftsOf(practice.owner)
  for (const [at, wasKept] of Array.from({ length: 8 }, (_, at) => [at, at % 2 === 1] as const)) {
    const key = `k${at}`
    if (wasKept) {
      await owner.save(key, 'Vega')
      await owner.discard(key)
    }
    const saves = () => Array.from({ length: 3 }, () => owner.save(key, 'Again'))
    const [submitted] = await Promise.all([owner.submit(key), ...saves()])
    expect(submitted.status).toBe(200)
  }
  expect(await owner.names()).toEqual([])
  const { rows } = await sql<{
    data: object
  }>`select data from case_drafts where organization_id = ${practice.id}`.execute(test.connection.db)
  expect(rows.every(({ data }) => Object.keys(data).length === 0)).toBe(true)
})
