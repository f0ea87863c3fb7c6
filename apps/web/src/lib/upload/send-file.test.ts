import type { UploadLink } from '@archwire/contract/patient-files/schema.ts'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { underwayBy } from './put-file.ts'
import { sendFile, type Begun, type LinkQuery } from './send-file.ts'

/** A line that answers each PUT with the next of these statuses; 0 tears it. */
class Line {
  static answers: number[] = []
  static put: string[] = []
  /** Above 0 its PUTs take as long as their bytes, and links are refused after their end. */
  static bitsPerSecond = 0
  readonly upload = { addEventListener: () => undefined }
  status = 0
  private readonly heard = new Map<string, () => void>()
  private url = ''
  open(_: string, url: string) {
    this.url = url
  }
  setRequestHeader() {}
  addEventListener(name: string, listener: () => void) {
    this.heard.set(name, listener)
  }
  send(body: Blob) {
    Line.put.push(this.url)
    if (Line.bitsPerSecond) return this.sendSlowly(body)
    this.status = Line.answers.shift() ?? 200
    setTimeout(() => this.heard.get(this.status === 0 ? 'error' : 'load')?.(), 10)
  }
  /** The storage reads the signature when the request begins, and confirms the part when its last byte is there. */
  private sendSlowly({ size }: Blob) {
    this.status = Date.now() < Number(new URLSearchParams(this.url.split('?')[1]).get('end')) ? 200 : 403
    setTimeout(() => this.heard.get('load')?.(), this.status === 200 ? (size * 8000) / Line.bitsPerSecond : 10)
  }
}

const parts = (name: string): UploadLink => ({
  url: null,
  file_path: name,
  upload_id: name,
  part_size: 4,
  part_urls: [`${name}/1`, `${name}/2`, `${name}/3`],
  expires_at: '2026-11-25T00:00:00.000Z',
})

beforeEach(() => {
  vi.useFakeTimers()
  vi.stubGlobal('XMLHttpRequest', Line)
  Object.assign(Line, { answers: [], put: [], bitsPerSecond: 0 })
})
afterEach(() => {
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

/** One try to send ten bytes, which the hash of an earlier one is known of. */
function attempt(begun: Begun, getLink: (query: LinkQuery) => Promise<UploadLink>) {
  const { signal } = new AbortController()
  const sending = sendFile(new File(['0123456789'], 'upper.stl'), 'scan', { getLink, signal, begun })
  return Promise.all([sending.catch((error: Error) => error.message), vi.advanceTimersByTimeAsync(60_000)]).then(
    ([said]) => said,
  )
}

test('a file that was given up goes on with the part that was cut, under the same link', async () => {
  const begun: Begun = { sha256: 'known' }
  const getLink = vi.fn<() => Promise<UploadLink>>().mockResolvedValue(parts('a'))
  Line.answers = [200, 0, 0, 0, 0, 0]
  expect(await attempt(begun, getLink)).toBe('Connection lost.')
  expect(Line.put).toEqual(['a/1', ...Array<string>(5).fill('a/2')])
  Line.put = []
  expect(await attempt(begun, getLink)).toBe('a')
  expect(Line.put).toEqual(['a/2', 'a/3'])
  expect(getLink).toHaveBeenCalledTimes(1)
})

test('links that are too old are renewed: what has arrived is not sent again', async () => {
  const begun: Begun = { sha256: 'known', underway: { link: parts('a'), arrived: 1, renewAt: Infinity, fresh: true } }
  const getLink = vi.fn<(query: LinkQuery) => Promise<UploadLink>>()
  getLink.mockResolvedValue({ ...parts('a'), part_urls: ['new/1', 'new/2', 'new/3'] })
  Line.answers = [403]
  expect(await attempt(begun, getLink)).toBe('a')
  expect(Line.put).toEqual(['a/2', 'new/2', 'new/3'])
  expect(getLink.mock.calls).toEqual([[expect.objectContaining({ name: 'upper.stl', size: 10, file_path: 'a' })]])
})

test('an upload that takes no more bytes is replaced by a new one, which gets them all', async () => {
  const begun: Begun = { sha256: 'known', underway: { link: parts('swept'), arrived: 2, renewAt: 0, fresh: true } }
  expect(await attempt(begun, async () => parts('b'))).toBe('b')
  expect(Line.put).toEqual(['b/1', 'b/2', 'b/3'])
})

test('a file that is refused under new links is given up, and another try continues with its part', async () => {
  const begun: Begun = { sha256: 'known' }
  const getLink = vi.fn<() => Promise<UploadLink>>().mockResolvedValue(parts('a'))
  Line.answers = [403]
  expect(await attempt(begun, getLink)).toBe('The storage refused the file (403).')
  expect(Line.put).toEqual(['a/1'])
  Object.assign(Line, { answers: [200, 403, 403], put: [] })
  expect(await attempt(begun, getLink)).toBe('The storage refused the file (403).')
  expect(Line.put).toEqual(['a/1', 'a/2', 'a/2'])
  Object.assign(Line, { answers: [403, 200, 200], put: [] })
  expect(await attempt(begun, getLink)).toBe('a')
  expect(Line.put).toEqual(['a/2', 'a/2', 'a/3'])
})

const megabyte = 1024 * 1024
/** A file of which only the length is known. */
const fileOf = (size: number): File =>
  ({
    name: 'upper.stl',
    type: '',
    size,
    slice: (from: number, to: number) => fileOf(Math.min(to, size) - from),
  }) as unknown as File
/** Links as the server makes them: parts of 8 MB, valid for 15 minutes, under the name of the upload. */
const linksFor = ({ size, file_path = 'u' }: LinkQuery): UploadLink => {
  const end = Date.now() + 15 * 60_000
  const count = Math.ceil(size / (8 * megabyte))
  const urls = Array.from({ length: count }, (_, part) => `${file_path}/${part + 1}?end=${end}`)
  const shared = { file_path, expires_at: new Date(end).toISOString() }
  return count === 1
    ? { ...shared, url: urls[0]!, upload_id: null, part_size: null, part_urls: [] }
    : { ...shared, url: null, upload_id: file_path, part_size: 8 * megabyte, part_urls: urls }
}
const partsPut = () => Line.put.map((url) => Number(url.split('?')[0]!.split('/')[1]))

test('500 MB arrive over 1 Mbit/s: each part once, no link refused', async () => {
  Line.bitsPerSecond = 1_000_000
  const getLink = vi.fn<(query: LinkQuery) => Promise<UploadLink>>(async (query) => linksFor(query))
  const { signal } = new AbortController()
  const began = Date.now()
  const sending = sendFile(fileOf(500 * megabyte), 'scan', { getLink, signal, begun: { sha256: 'known' } })
  await vi.advanceTimersByTimeAsync(75 * 60_000)
  expect(await sending).toBe('u')
  expect(partsPut()).toEqual(Array.from({ length: 63 }, (_, part) => part + 1))
  const renewals = getLink.mock.calls.slice(1)
  expect(renewals.map(([{ file_path }]) => file_path)).toEqual(renewals.map(() => 'u'))
  // 70 minutes of bytes under links of 15 minutes.
  expect(renewals.length).toBeGreaterThanOrEqual(4)
  expect(Date.now() - began).toBe(75 * 60_000)
})

test('a machine whose clock stood still while it slept continues with the part that was refused', async () => {
  Line.bitsPerSecond = 8_000_000
  const getLink = vi.fn<(query: LinkQuery) => Promise<UploadLink>>(async (query) => linksFor(query))
  const begun: Begun = {
    sha256: 'known',
    underway: {
      link: linksFor({ size: 20 * megabyte } as LinkQuery),
      arrived: 2,
      renewAt: Infinity,
      fresh: true,
    },
  }
  await vi.advanceTimersByTimeAsync(16 * 60_000)
  const { signal } = new AbortController()
  const sending = sendFile(fileOf(20 * megabyte), 'scan', { getLink, signal, begun })
  await vi.advanceTimersByTimeAsync(60_000)
  expect(await sending).toBe('u')
  expect(partsPut()).toEqual([3, 3])
})

test('the one link of a small file is renewed as well', async () => {
  Line.bitsPerSecond = 1_000_000
  const getLink = vi.fn<(query: LinkQuery) => Promise<UploadLink>>(async (query) => linksFor(query))
  const begun: Begun = {
    sha256: 'known',
    underway: { ...(await underwayBy(() => getLink({ size: megabyte } as LinkQuery))), arrived: 0 },
  }
  await vi.advanceTimersByTimeAsync(60 * 60_000)
  const { signal } = new AbortController()
  const sending = sendFile(fileOf(megabyte), 'photo', { getLink, signal, begun })
  await vi.advanceTimersByTimeAsync(60_000)
  expect(await sending).toBe('u')
  expect(Line.put).toHaveLength(1)
  expect(getLink).toHaveBeenLastCalledWith(expect.objectContaining({ file_path: 'u' }))
})

test('a file that was changed on its disk is not waited for', async () => {
  const unreadable = {
    name: 'upper.stl',
    type: '',
    size: 10,
    slice: () => unreadable,
    arrayBuffer: () => Promise.reject(new DOMException('changed', 'NotReadableError')),
  } as unknown as File
  Line.answers = [0, 0, 0, 0, 0, 0]
  const { signal } = new AbortController()
  const sending = sendFile(unreadable, 'scan', { getLink: async () => parts('a'), signal, begun: { sha256: 'known' } })
  const said = expect(sending).rejects.toThrow('upper.stl was changed or removed since you chose it. Choose it again.')
  await vi.advanceTimersByTimeAsync(60_000)
  await said
  expect(Line.put).toEqual(['a/1'])
})
