import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { fetchMesh } from './fetch-mesh.ts'

const { signal } = new AbortController()
const load = (renew?: () => Promise<string | undefined>) => fetchMesh('/mesh?old', signal, () => undefined, renew)

let asked: string[] = []
/** A storage that knows these links alone. */
const givenLinks = (good: Record<string, string>) =>
  vi.stubGlobal('fetch', async (address: string) => {
    const path = address.slice('https://lab.test'.length)
    asked.push(path)
    return path in good ? new Response(good[path]) : new Response('expired', { status: 403 })
  })
beforeEach(() => {
  asked = []
  vi.stubGlobal('location', { href: 'https://lab.test/viewer/1' })
})
afterEach(() => vi.unstubAllGlobals())

test('a link that expired before its scan was fetched is renewed once', async () => {
  givenLinks({ '/mesh?new': 'mesh' })
  expect(new TextDecoder().decode(await load(async () => '/mesh?new'))).toBe('mesh')
  expect(asked).toEqual(['/mesh?old', '/mesh?new'])
})

test('a scan that is refused under a new link, too, or that was removed, says so', async () => {
  givenLinks({})
  await expect(load(async () => '/mesh?new')).rejects.toThrow('This scan does not exist, or you may not see it.')
  await expect(load(async () => undefined)).rejects.toThrow('This scan does not exist')
  await expect(load()).rejects.toThrow('This scan does not exist')
  expect(asked).toEqual(['/mesh?old', '/mesh?new', '/mesh?old', '/mesh?old', '/mesh?old'])
})
