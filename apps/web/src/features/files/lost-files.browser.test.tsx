import { afterEach, expect, test, vi } from 'vitest'
import { ApiError } from '../../lib/api.ts'
import { photos } from './upload-kinds.ts'
import { UploadQueue } from './upload-queue.ts'

afterEach(() => vi.useRealTimers())

const jpeg = () =>
  new File([new Uint8Array([0xff, 0xd8, 0xff, 0xe0, 0, 16, 0x4a, 0x46, 0x49, 0x46, 0, 1])], 'smile.jpg')

test('a file that was changed on its disk says so, and is not tried again (scans/three-steps)', async () => {
  const file = jpeg()
  const getLink = vi.fn<() => Promise<never>>(async () => {
    // What the browser does with a file that is not the one that was chosen.
    const unreadable = { arrayBuffer: () => Promise.reject(new DOMException('', 'NotReadableError')) }
    Object.assign(file, { slice: () => ({ ...unreadable, slice: () => unreadable }) })
    throw new ApiError(422, 422, 'refused')
  })
  const queue = new UploadQueue(photos(10), getLink)
  queue.add([file])
  await expect.poll(() => queue.list()[0]!.state).toBe('failed')
  const [upload] = queue.list()
  expect(upload!.problem).toBe('smile.jpg was changed or removed since you chose it. Choose it again.')
  expect([upload!.cut, queue.canRetry(upload!.key)]).toEqual([false, false])
})

test('a file of which nothing arrives goes on by itself for some minutes, and says when it ends', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const getLink = vi.fn<() => Promise<never>>().mockRejectedValue(new ApiError(503, 503, 'busy'))
  const queue = new UploadQueue(photos(10), getLink)
  queue.add([jpeg()])
  const failed = async (calls: number) => {
    await expect.poll(() => getLink.mock.calls.length).toBe(calls - 4)
    await vi.advanceTimersByTimeAsync(30_000)
    await expect.poll(() => queue.list()[0]!.state).toBe('failed')
    expect(getLink).toHaveBeenCalledTimes(calls)
  }
  await failed(5)
  for (let repeat = 1; repeat <= 20; repeat += 1) {
    queue.goOn()
    await failed(5 * (repeat + 1))
  }
  queue.goOn()
  const [upload] = queue.list()
  expect(upload).toMatchObject({
    state: 'failed',
    cut: false,
    problem: 'The upload was tried many times and did not arrive. Try again.',
  })
  // A person may try again.
  expect(queue.canRetry(upload!.key)).toBe(true)
})
