import { afterEach, expect, test, vi } from 'vitest'
import { show } from '../../../test/show.tsx'
import { dropWork, holdWork } from '../../lib/unsaved-work.ts'
import { useCaseUploads } from './register-uploads.ts'
import { photos } from './upload-kinds.ts'
import { UploadQueue } from './upload-queue.ts'

const kind = photos(10)
/** Where the page of a case finds the files that are on their way. */
const held = `files:7:${kind.purpose}:`
afterEach(() => {
  vi.useRealTimers()
  dropWork(held)
})

function CasePage() {
  useCaseUploads({ patientId: 7, kind })
  return null
}

/** A link of an upload whose parts have all arrived. */
const link = {
  url: null,
  file_path: 'sealed/7',
  upload_id: 'one',
  part_size: 4,
  part_urls: [],
  expires_at: '2026-11-25T00:00:00.000Z',
}
const jpeg = new File([new Uint8Array([0xff, 0xd8, 0xff, 0xe0, 0, 16, 0x4a, 0x46, 0x49, 0x46, 0, 1])], 'smile.jpg')

test('a file that could not be added for long is added once the portal responds, as one intent (scans/three-steps)', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  let isAway = true
  const intents: (string | null)[] = []
  vi.spyOn(globalThis, 'fetch').mockImplementation(async (_, init) => {
    intents.push(new Headers(init?.headers).get('idempotency-key'))
    if (isAway) throw new TypeError('cut')
    return Response.json({ patient_file: {}, message: 'The file was uploaded successfully.' })
  })
  const queue = new UploadQueue(kind, () => Promise.resolve(link))
  holdWork(held, 'On their way.', queue, () => {})
  const screen = await show(<CasePage />)
  queue.add([jpeg])
  await expect.poll(() => intents.length).toBe(1)
  // Longer than a call is tried again for.
  await vi.advanceTimersByTimeAsync(30_000)
  expect(intents).toHaveLength(5)
  expect(queue.list()).toMatchObject([
    { state: 'failed', cut: true, problem: 'Connection lost. The upload will resume by itself.' },
  ])

  isAway = false
  queue.goOn()
  await expect.poll(() => queue.list()).toEqual([])
  expect(intents).toHaveLength(6)
  expect(intents[0]).not.toBeNull()
  expect(new Set(intents).size).toBe(1)
  await screen.unmount()
})
