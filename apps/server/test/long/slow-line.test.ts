import { createHash, randomBytes } from 'node:crypto'
import { request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { rxForms } from '@archwire/contract/rx-forms/routes.ts'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openTestApp, type TestApp } from '../app.ts'
import { givenIn, type Given } from '../given.ts'

/** 16 MB at 1 Mbit/s, more than two minutes: no limit of time on the way ends a part (`scans/three-steps`, `safety/waits`). */
let test: TestApp
let given: Given
beforeAll(async () => {
  test = await openTestApp()
  given = givenIn(test)
  await test.app.fastify.listen({ port: 0, host: '127.0.0.1' })
})
afterAll(() => test.close())

const [chunk, chunkMs] = [16 * 1024, 131]

/** PUTs bytes as fast as 1 Mbit/s lets them through. Returns the status. */
async function putSlowly(path: string, bytes: Uint8Array): Promise<number | undefined> {
  const { port } = test.app.fastify.server.address() as AddressInfo
  const headers = { 'content-type': 'application/octet-stream', 'content-length': bytes.length }
  const sending = request({ host: '127.0.0.1', port, method: 'PUT', path, headers })
  const answered = new Promise<number | undefined>((resolve, reject) => {
    sending.on('error', reject).on('response', (response) => resolve(response.resume().statusCode))
  })
  for (let at = 0; at < bytes.length; at += chunk) {
    sending.write(bytes.subarray(at, at + chunk))
    await Promise.race([sleep(chunkMs), answered])
  }
  sending.end()
  return answered
}

it('a scan of 16 MB arrives over 1 Mbit/s', { timeout: 600_000 }, async () => {
  const practice = await given.practice()
  const bytes = new Uint8Array(randomBytes(16 * 1024 * 1024))
  const sha256 = createHash('sha256').update(bytes).digest('hex')
  const linkOf = async (file_path?: string) =>
    (
      await test.as(practice.owner).call(rxForms.uploadLinkOfOrganization, {
        params: { id: practice.id },
        query: { name: 'upper.stl', size: bytes.length, sha256, ...(file_path && { file_path }) },
      })
    ).body
  let link = await linkOf()
  for (const index of link.part_urls.keys()) {
    const part = bytes.subarray(index * link.part_size!, (index + 1) * link.part_size!)
    expect(await putSlowly(link.part_urls[index]!, part)).toBe(200)
    link = await linkOf(link.file_path)
  }
  expect(await test.storage.seal(link.file_path, { parts: 2, size: bytes.length, sha256 })).toEqual({
    key: `sealed/${link.file_path}`,
  })
})
