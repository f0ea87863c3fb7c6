import type { UploadLink } from '@archwire/contract/patient-files/schema.ts'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { sendFile, type Begun } from './send-file.ts'

/** A line that answers each PUT with the next of these statuses; 0 tears it. */
class Line {
  static answers: number[] = []
  static put: string[] = []
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
  send() {
    Line.put.push(this.url)
    this.status = Line.answers.shift() ?? 200
    setTimeout(() => this.heard.get(this.status === 0 ? 'error' : 'load')?.(), 10)
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
  Object.assign(Line, { answers: [], put: [] })
})
afterEach(() => {
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

/** One try to send ten bytes, which the hash of an earlier one is known of. */
function attempt(begun: Begun, getLink: () => Promise<UploadLink>) {
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

test('a link that became too old meanwhile is asked for anew; a file that is refused at once is not sent again', async () => {
  const begun: Begun = { sha256: 'known', underway: { link: parts('old'), arrived: 1 } }
  const getLink = vi.fn<() => Promise<UploadLink>>().mockResolvedValue(parts('new'))
  Line.answers = [403]
  expect(await attempt(begun, getLink)).toBe('new')
  expect(Line.put).toEqual(['old/2', 'new/1', 'new/2', 'new/3'])

  Object.assign(Line, { answers: [403], put: [] })
  expect(await attempt({ sha256: 'known' }, getLink)).toBe('The storage refused the file (403).')
  expect(Line.put).toEqual(['new/1'])
})
