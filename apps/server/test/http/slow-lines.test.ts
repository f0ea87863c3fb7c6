import { createHash, randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { bracketLibraries } from '@archwire/contract/bracket-libraries/routes.ts'
import { patientFiles } from '@archwire/contract/patient-files/routes.ts'
import type { UploadLink } from '@archwire/contract/patient-files/schema.ts'
import { uploadLinkMinutes } from '@archwire/contract/patient-files/types.ts'
import { rxForms } from '@archwire/contract/rx-forms/routes.ts'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { s3Storage } from '../../src/services/storage/s3.ts'
import { openTestApp, type TestApp } from '../app.ts'
import { givenIn, type Given, type GivenPractice } from '../given.ts'
import { startS3Server } from '../s3-server.ts'

/**
 * A connection on which a file takes longer than its links are valid (`scans/three-steps`): the clock moves between two
 * parts. A real slow connection: `long/slow-line.test.ts`.
 */
const type = 'application/octet-stream'
const megabyte = 1024 * 1024

describe.each(['a folder', 'a bucket'] as const)('links that are too old, storage in %s', (kind) => {
  let test: TestApp
  let given: Given
  let practice: GivenPractice
  let folder: string
  let base: string
  let closeBucket: (() => Promise<void>) | undefined
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'archwire-slow-'))
    const bucket = kind === 'a bucket' ? await startS3Server(folder) : undefined
    closeBucket = bucket?.close
    test = await openTestApp(bucket ? { storage: s3Storage(bucket.settings) } : {})
    given = givenIn(test)
    practice = await given.practice()
    await test.app.fastify.listen({ port: 0, host: '127.0.0.1' })
    base = `http://127.0.0.1:${(test.app.fastify.server.address() as AddressInfo).port}`
  })
  // The clock of this process, which the storage of the bucket shares.
  beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'] }))
  afterEach(() => void vi.useRealTimers())
  afterAll(async () => {
    await test.close()
    await closeBucket?.()
    rmSync(folder, { recursive: true, force: true })
  })

  const wait = (minutes: number) => vi.setSystemTime(Date.now() + minutes * 60_000)
  const put = async (link: string, bytes: Uint8Array) => {
    const { status, ok } = await fetch(new URL(link, base), {
      method: 'PUT',
      headers: { 'content-type': type },
      body: Buffer.from(bytes),
    })
    return ok ? 'arrived' : status
  }
  const saying = (bytes: Uint8Array, file_path?: string) => ({
    name: 'upper.stl',
    size: bytes.length,
    sha256: createHash('sha256').update(bytes).digest('hex'),
    ...(file_path && { file_path }),
  })
  const linkFor = async (bytes: Uint8Array, file_path?: string, owner = practice.owner, id = practice.id) =>
    (await test.as(owner).call(rxForms.uploadLinkOfOrganization, { params: { id }, query: saying(bytes, file_path) }))
      .body
  const part = (bytes: Uint8Array, { part_size }: UploadLink, number: number) =>
    bytes.subarray((number - 1) * part_size!, number * part_size!)
  const seal = async ({ file_path, part_urls }: UploadLink, bytes: Uint8Array) => {
    const { size, sha256 } = saying(bytes)
    const sealed = await test.storage.seal(file_path, { parts: part_urls.length || 1, size, sha256 })
    if ('problem' in sealed) return sealed.problem
    return (await buffer(await test.storage.read(sealed.key))).equals(bytes) ? 'whole' : 'other bytes'
  }

  it('parts that have arrived are kept, and the others are sent to new links', async () => {
    const bytes = new Uint8Array(randomBytes(17 * megabyte))
    let link = await linkFor(bytes)
    const { file_path } = link
    for (const number of [1, 2, 3]) {
      const [old, sent] = [link.part_urls[number - 1]!, part(bytes, link, number)]
      wait(uploadLinkMinutes + 1)
      expect(await put(old, sent)).toBe(403)
      link = await linkFor(bytes, file_path)
      expect(link).toMatchObject({ file_path, part_urls: { length: 3 } })
      expect(new Date(link.expires_at).getTime()).toBe(Date.now() + uploadLinkMinutes * 60_000)
      expect(await put(link.part_urls[number - 1]!, sent)).toBe('arrived')
    }
    expect(await seal(link, bytes)).toBe('whole')
  })

  it('so is the one link of a small file, whatever it is uploaded for', async () => {
    const bytes = new Uint8Array(given.scan())
    const testCase = await given.case({ practice })
    const ask = {
      'a new case': (file_path?: string) => linkFor(bytes, file_path),
      'a case': async (file_path?: string) =>
        (
          await test
            .as(practice.owner)
            .call(patientFiles.uploadLink, { query: { ...saying(bytes, file_path), patient_id: testCase.id } })
        ).body,
      'a library': async (file_path?: string) =>
        (
          await test
            .as(practice.owner)
            .call(bracketLibraries.uploadLink, { params: { id: practice.id }, query: saying(bytes, file_path) })
        ).body,
    }
    for (const [what, linkOf] of Object.entries(ask)) {
      const link = await linkOf()
      wait(uploadLinkMinutes + 1)
      expect(await put(link.url!, bytes), what).toBe(403)
      const renewed = await linkOf(link.file_path)
      expect(renewed.file_path, what).toBe(link.file_path)
      expect(await put(renewed.url!, bytes), what).toBe('arrived')
      expect(await seal(renewed, bytes), what).toBe('whole')
    }
  })

  it('an upload of someone else, for other bytes, or already added is not renewed: the answer is a new one', async () => {
    const bytes = new Uint8Array(given.scan())
    const { file_path, url } = await linkFor(bytes)
    const expiry = async () =>
      (
        await sql<{ expires_at: Date }>`select expires_at from uploads where file_path = ${file_path}`.execute(
          test.connection.db,
        )
      ).rows[0]!.expires_at.getTime()
    const before = await expiry()
    wait(1)
    const stranger = await given.practice()
    const others = [
      await linkFor(bytes, file_path, stranger.owner, stranger.id),
      await linkFor(bytes, file_path, practice.member),
      await linkFor(new Uint8Array(given.scan('lower')), file_path),
    ]
    expect(new Set([file_path, ...others.map((link) => link.file_path)]).size).toBe(4)
    expect(await expiry()).toBe(before)
    expect(await put(url!, bytes)).toBe('arrived')
    await sql`update uploads set registered_at = now() where file_path = ${file_path}`.execute(test.connection.db)
    expect((await linkFor(bytes, file_path)).file_path).not.toBe(file_path)
    expect(await expiry()).toBe(before)
  })
})
