import { createHash, randomBytes } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { patientFiles } from '@archwire/contract/patient-files/routes.ts'
import { patients } from '@archwire/contract/patients/routes.ts'
import { rxForms } from '@archwire/contract/rx-forms/routes.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openTestApp, type TestApp } from '../app.ts'
import { givenIn, type Given, type GivenPractice } from '../given.ts'

let test: TestApp
let given: Given
let practice: GivenPractice
let port: number
beforeAll(async () => {
  test = await openTestApp()
  given = givenIn(test)
  practice = await given.practice()
  await test.app.fastify.listen({ port: 0, host: '127.0.0.1' })
  port = (test.app.fastify.server.address() as AddressInfo).port
})
afterAll(() => test.close())

const sha = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')
const type = 'application/octet-stream'

/** PUTs bytes over a real socket; with `cutAfter` the line goes dead there. Returns the status, or 0 for a cut. */
const put = (path: string, bytes: Uint8Array, options: { cutAfter?: number; type?: string; length?: number } = {}) =>
  new Promise<number>((resolve) => {
    const sending = request(
      {
        port,
        host: '127.0.0.1',
        method: 'PUT',
        path,
        headers: { 'content-type': options.type ?? type, 'content-length': options.length ?? bytes.length },
      },
      (response) => {
        response.resume()
        response.on('end', () => resolve(response.statusCode ?? 0))
      },
    )
    sending.on('error', () => resolve(0))
    if (options.cutAfter === undefined) sending.end(bytes)
    else sending.write(bytes.subarray(0, options.cutAfter), () => setTimeout(() => sending.destroy(), 20))
  })

const nameQuery = (name: string) =>
  `/organizations/${practice.id}/rx_forms/upload_link?${new URLSearchParams({ name, size: '84', sha256: sha(new Uint8Array()) })}`
const linkFor = async (bytes: Uint8Array, name = 'upper.stl') =>
  (
    await test.as(practice.owner).call(rxForms.uploadLinkOfOrganization, {
      params: { id: practice.id },
      query: { name, size: bytes.length, sha256: sha(bytes), type },
    })
  ).body
const submitWith = (file_path: string) =>
  test.as(practice.owner).call(rxForms.submitForOrganization, {
    params: { id: practice.id },
    body: given.form(practice, {
      impression_type: 4,
      scan_submission_type: 1,
      scanner_type: 1,
      products_list: 16,
      stl_files: [{ file_path, name: 'upper.stl', jaws_id: 1 }],
    }) as never,
  })

describe('uploads', () => {
  it('a file in parts that is cut three times arrives whole', async () => {
    const bytes = new Uint8Array(randomBytes(20 * 1024 * 1024))
    const link = await linkFor(bytes)
    expect(link.part_urls).toHaveLength(3)
    const size = link.part_size!
    for (const [index, url] of link.part_urls.entries()) {
      const part = bytes.subarray(index * size, (index + 1) * size)
      expect(await put(url, part, { cutAfter: Math.floor(part.length / 3) })).toBe(0)
      expect(await put(url, part)).toBe(200)
    }
    expect((await submitWith(link.file_path)).status).toBe(200)
    const sealed = await test.storage.withFile(`sealed/${link.file_path}`, async (path) =>
      (await import('node:fs/promises')).readFile(path),
    )
    expect(sha(sealed)).toBe(sha(bytes))
  })

  it('a canceled case takes no more of them (cases/canceled)', async () => {
    const testCase = await given.case({ practice })
    const bytes = given.scan('upper', 91)
    const query = {
      name: 'upper.stl',
      size: bytes.length,
      sha256: sha(bytes),
      patient_id: testCase.id,
      purpose: 'scan',
    }
    const ask = () => test.as(practice.owner).call(patientFiles.uploadLink, { query: query as never })
    const before = await ask()
    expect(before.status).toBe(200)
    expect(await put(before.body.url!, bytes)).toBe(200)
    const body = { reason: 'The patient moved away.' }
    expect(
      (await test.as(practice.owner).call(rxForms.cancel, { params: { id: testCase.rxFormId }, body })).status,
    ).toBe(200)
    const canceled = { status: 409, body: { error: 'The Rx form of this case is canceled.' } }
    expect(await ask()).toMatchObject(canceled)
    const file = {
      file_path: before.body.file_path,
      patient_id: testCase.id,
      patient_file_type_id: 2,
      jaws_id: 1 as const,
      name: 'upper.stl',
    }
    expect(await test.as(practice.owner).call(patientFiles.storeUploadedFile, { body: file as never })).toMatchObject(
      canceled,
    )
  })

  it('says what is missing and keeps what arrived', async () => {
    const bytes = new Uint8Array(randomBytes(9 * 1024 * 1024))
    const link = await linkFor(bytes)
    expect(await put(link.part_urls[0]!, bytes.subarray(0, link.part_size!))).toBe(200)
    expect((await submitWith(link.file_path)).body).toMatchObject({
      error: { stl_files: ['upper.stl: Part 2 of 2 has not arrived.'] },
    })
    expect(await put(link.part_urls[1]!, bytes.subarray(link.part_size!))).toBe(200)
    expect((await submitWith(link.file_path)).status).toBe(200)
    expect((await submitWith(link.file_path)).status).toBe(409)
  })

  it('refuses another size, another type, changed links, and bytes of another hash', async () => {
    const bytes = given.scan()
    const link = await linkFor(bytes)
    expect(await put(link.url!, bytes.subarray(1))).toBe(422)
    expect(await put(link.url!, bytes, { type: 'text/html' })).toBe(415)
    expect(await put(link.url!.replace(/s=[\w-]{4}/, 's=AAAA'), bytes)).toBe(403)
    expect(await put(link.url!.replace(/z=\d+/, 'z=1'), bytes.subarray(0, 1))).toBe(403)
    const other = Uint8Array.from(bytes)
    other[500] = other[500]! ^ 1
    expect(await put(link.url!, other)).toBe(200)
    expect(JSON.stringify((await submitWith(link.file_path)).body)).toContain('damaged during the upload')
    expect(await put(link.url!, bytes)).toBe(200)
    const submitted = await submitWith(link.file_path)
    expect(submitted.status).toBe(200)
    // Its signature still holds for a while, but the upload takes no bytes any more.
    expect(await put(link.url!, bytes)).toBe(403)
  })

  it('refuses programs and archives whatever they are called, and other people’s uploads', async () => {
    for (const head of [
      [0x50, 0x4b, 3, 4],
      [0x4d, 0x5a],
      [0x7f, 0x45, 0x4c, 0x46],
    ]) {
      const bytes = Uint8Array.from([...head, ...randomBytes(400)])
      const link = await linkFor(bytes)
      expect(await put(link.url!, bytes)).toBe(200)
      expect(JSON.stringify((await submitWith(link.file_path)).body)).toContain('This is not a scan')
    }
    const stranger = await given.practice()
    const theirs = await given.upload(stranger.owner, stranger.id, given.scan())
    expect((await submitWith(theirs)).status).toBe(422)
  })

  it('a link that was put together from another one opens nothing', async () => {
    const bytes = given.scan()
    const target = await linkFor(bytes)
    const own = new URL((await linkFor(bytes)).url!, 'http://x').searchParams
    // As the old joined text allowed: what was signed as the type speaks of another upload and size.
    const forged = new URLSearchParams({ ...Object.fromEntries(own), u: target.file_path, z: '99999999999', zz: '' })
    expect(await put(`/storage/upload?${forged}`, bytes)).toBe(403)
    for (const more of ['&u=other', '&k=o', `&z=${bytes.length}`])
      expect(await put(target.url! + more, bytes), more).toBe(403)
    expect(await put(target.url!, bytes)).toBe(200)
    for (const type of ['a\nu=u_target\nz=9', 'a/b; c=d', 'text', '\0/x', 'a/b/c'])
      expect(
        (
          await test.as(practice.owner).call(rxForms.uploadLinkOfOrganization, {
            params: { id: practice.id },
            query: { name: 'upper.stl', size: 84, sha256: sha(bytes), type },
          })
        ).status,
        JSON.stringify(type),
      ).toBe(422)
    const name = 'x.stl\r\nk=o/9/p/9/theirs'
    expect((await test.raw(practice.owner, 'GET', nameQuery(name))).status).toBe(422)
  })

  it('an upload that expired, or that no one noted, takes no bytes however well it is signed', async () => {
    const bytes = given.scan()
    const link = await linkFor(bytes)
    const expires = new Date(Date.now() + 60_000)
    const unknown = await test.storage.putLink('u_0123456789abcdef', 1, { size: bytes.length, type, expires })
    expect(await put(unknown, bytes)).toBe(403)
    const late = await test.storage.putLink(link.file_path, 1, { size: bytes.length, type, expires })
    expect(await put(late, bytes)).toBe(200)
    await sql`update uploads set expires_at = now() - interval '1 second' where file_path = ${link.file_path}`.execute(
      test.connection.db,
    )
    expect(await put(late, bytes)).toBe(403)
  })

  it('what was uploaded as a photo is no scan, and the other way round', async () => {
    const testCase = await given.case({ practice })
    const photo = await given.upload(practice.owner, practice.id, given.scan(), 'upper.stl', 'photo', testCase.id)
    const body = {
      file_path: photo,
      patient_id: testCase.id,
      patient_file_type_id: 2,
      jaws_id: 1 as const,
      name: 'a.stl',
    }
    const answer = await test.as(practice.owner).call(patientFiles.storeUploadedFile, { body })
    expect(answer).toMatchObject({
      status: 422,
      body: { error: { file_path: ['upper.stl: It was uploaded as a photo, not as a scan.'] } },
    })
    const scan = await given.upload(practice.owner, practice.id, given.scan(), 'face.jpg', 'scan', testCase.id)
    const asPhoto = { body: { ...body, file_path: scan, patient_file_type_id: 3 } }
    expect((await test.as(practice.owner).call(patientFiles.storeUploadedFile, asPhoto)).status).toBe(422)
  })

  it('a setup that takes the place of another keeps its name', async () => {
    const tech = await given.user('supervisor')
    const testCase = await given.case({ practice, stage: 'in_progress', tech })
    const upload = (seed: number, name: string) =>
      given.scanFile(testCase, tech, { bytes: given.scan('upper', seed), kind: 'setup', jaws_id: 1, name })
    for (const seed of [91, 92]) await upload(seed, 'Setup.stl')
    const { body } = await test.as(tech).call(patients.get, { params: { id: testCase.id } })
    const setups = body.patient.patient_files.filter(({ kind }) => kind === 'setup')
    expect(setups.map(({ name }) => name)).toHaveLength(1)
    expect(setups[0]!.name).not.toContain('(')
  })

  it.each([
    ['STL files', 20, 2, 'scan', 'upper.stl'],
    ['photos', 100, 3, 'photo', 'smile.jpg'],
  ] as const)('a case holds its %s up to %i', async (what, most, patient_file_type_id, purpose, name) => {
    const testCase = await given.case({ practice })
    const photo = await readFile(new URL('../../../../samples/photos/case-a-frontal.jpg', import.meta.url))
    const add = async () => {
      const bytes = purpose === 'scan' ? given.scan() : photo
      const file_path = await given.upload(practice.owner, practice.id, bytes, name, purpose, testCase.id)
      const body = { file_path, patient_id: testCase.id, patient_file_type_id, jaws_id: 1 as const, name }
      return test.as(practice.owner).call(patientFiles.storeUploadedFile, { body })
    }
    expect((await add()).status).toBe(200)
    await sql`
      insert into patient_files overriding system value
      select (jsonb_populate_record(file, jsonb_build_object(
        'id', nextval(pg_get_serial_sequence('patient_files', 'id')), 'name', number || file.name,
        'storage_key', number || file.storage_key))).*
      from patient_files as file, generate_series(2, ${most - 1}::int) as number
      where file.patient_id = ${testCase.id} and file.patient_file_type_id = ${patient_file_type_id}`.execute(
      test.connection.db,
    )
    expect((await add()).status).toBe(200)
    expect(await add()).toMatchObject({ status: 409, body: { error: `A case can have at most ${most} ${what}.` } })
  })

  it('the checks of a busy practice come after the first ones of every other', async () => {
    const add = async (at: GivenPractice, count: number) => {
      const files = await Promise.all(
        Array.from({ length: count }, async (_, index) => ({
          file_path: await given.upload(at.owner, at.id, given.scan()),
          name: `${index}.stl`,
          jaws_id: 1 as const,
        })),
      )
      const form = { impression_type: 4, scan_submission_type: 1, scanner_type: 1, products_list: 16, stl_files: files }
      await test.as(at.owner).call(rxForms.submitForOrganization, {
        params: { id: at.id },
        body: given.form(at, form as never) as never,
      })
    }
    const [busy, other] = [await given.practice(), await given.practice()]
    await add(busy, 3)
    await add(busy, 2)
    await add(other, 1)
    // A worker of another test may have taken them on in the meantime, with what they carry.
    const { rows } = await sql<{ organization_id: number; priority: number }>`
      select f.organization_id, asked.priority from patient_files f join (
        select payload as data, priority from outbox where name = 'files.process' union
        select data, priority from pgboss.job where name = 'files.process') asked
      on f.id = (asked.data ->> 'patient_file_id')::int
      where f.organization_id in (${busy.id}, ${other.id}) order by asked.priority desc`.execute(test.connection.db)
    expect(rows.filter((row) => row.organization_id === busy.id).map(({ priority }) => priority)).toEqual([
      -1, -2, -3, -4, -5,
    ])
    expect(rows.filter((row) => row.organization_id === other.id).map(({ priority }) => priority)).toEqual([-1])
  })

  it('one organization cannot fill the disk with files that no one adds', async () => {
    const busy = await given.practice()
    await sql`insert into uploads (file_path, organization_id, user_id, purpose, name, size, content_type, sha256, expires_at)
      values (${`u_full_${busy.id}`}, ${busy.id}, ${busy.owner.id}, 'scan', 'x', ${50 * 1024 ** 3 - 10}, 'a/b', 'x', now())`.execute(
      test.connection.db,
    )
    const answer = await test.as(busy.owner).call(rxForms.uploadLinkOfOrganization, {
      params: { id: busy.id },
      query: { name: 'upper.stl', size: 84, sha256: sha(given.scan()) },
    })
    expect(answer.status).toBe(409)
  })

  // A race, so more than once: one burst may happen to come one after the other.
  it.each([1, 2, 3])('nor with any number of links that are asked for at once, burst %i', async () => {
    const busy = await given.practice()
    const [most, size] = [50 * 1024 ** 3, 400 * 1024 ** 2]
    await sql`insert into uploads (file_path, organization_id, user_id, purpose, name, size, content_type, sha256, expires_at)
      values (${`u_full_${busy.id}`}, ${busy.id}, ${busy.owner.id}, 'scan', 'x', ${most - 3 * size}, 'a/b', 'x', now())`.execute(
      test.connection.db,
    )
    const answers = await Promise.all(
      Array.from({ length: 25 }, () =>
        test.as(busy.owner).call(rxForms.uploadLinkOfOrganization, {
          params: { id: busy.id },
          query: { name: 'upper.stl', size, sha256: sha(given.scan()) },
        }),
      ),
    )
    const statuses = answers.map(({ status }) => status)
    expect(statuses.filter((status) => status === 200)).toHaveLength(3)
    expect(new Set(statuses)).toEqual(new Set([200, 409]))
    const { rows } = await sql<{ waiting: number }>`select sum(size)::float8 as waiting from uploads
      where organization_id = ${busy.id}`.execute(test.connection.db)
    expect(rows[0]!.waiting).toBe(most)
  })

  it('downloads are attachments under the user’s name, without script', async () => {
    const testCase = await given.case({ stage: 'awaiting_approval' })
    const { body } = await test.as(testCase.practice.owner).call(patientFiles.downloadLink, {
      params: {
        id: await test
          .raw(testCase.practice.owner, 'GET', `/patients/${testCase.id}`)
          .then((answer) => (answer.body.patient as { patient_files: { id: number }[] }).patient_files[0]!.id),
      },
    })
    const file = await test.app.fastify.inject({ url: body.url })
    expect(file.statusCode).toBe(200)
    expect(file.headers['content-disposition']).toMatch(/^attachment; filename="Case /)
    expect(file.headers).toMatchObject({
      'x-content-type-options': 'nosniff',
      'content-security-policy': "default-src 'none'; sandbox",
    })
    expect((await test.app.fastify.inject({ url: body.url.replace(/k=[^&]+/, 'k=o%2F1') })).statusCode).toBe(403)
  })
})
