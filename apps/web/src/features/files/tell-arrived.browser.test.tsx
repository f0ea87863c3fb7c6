import { beforeEach, expect, test, vi } from 'vitest'
import { fakeServer, show } from '../../../test/show.tsx'
import { useCaseUploads } from './register-uploads.ts'
import { useArrivalsTold } from './tell-arrived.ts'
import { photos } from './upload-kinds.ts'
import { UploadQueue } from './upload-queue.ts'

/** When each file has arrived, by its name. */
const arrivals = vi.hoisted(() => new Map<string, PromiseWithResolvers<string>>())
vi.mock(import('../../lib/upload/send-file.ts'), async (original) => ({
  ...(await original()),
  sendFile: ({ name }: File) => {
    const arrival = Promise.withResolvers<string>()
    arrivals.set(name, arrival)
    return arrival.promise
  },
}))
beforeEach(() => arrivals.clear())

const kind = photos(10)
let queue: UploadQueue
const ways = {
  'the intake form': function Form() {
    useArrivalsTold(queue)
    return null
  },
  'the page of a case': function CasePage() {
    queue = useCaseUploads({ patientId: 7, kind })
    return null
  },
}
const single = 'The file was uploaded successfully.'
const several = 'The files were uploaded successfully.'

test.each(Object.entries(ways))('%s says once for files that were added together that they arrived', async (_, Way) => {
  fakeServer({ body: { patient_file: {}, message: single } })
  queue = new UploadQueue(kind, () => new Promise(() => {}), [{ file_path: 'kept', name: 'kept.jpg' }])
  const screen = await show(<Way />)
  const add = (...names: string[]) => queue.add(names.map((name) => new File(['x'], name)))
  const arrive = async (name: string) => {
    await expect.poll(() => arrivals.has(name)).toBe(true)
    arrivals.get(name)!.resolve(`path/${name}`)
    // What is said at once would be there by then.
    await new Promise((resolve) => setTimeout(resolve, 200))
  }
  add('a.jpg', 'b.jpg')
  await arrive('a.jpg')
  expect(screen.getByText(/uploaded successfully/).elements()).toEqual([])
  await arrive('b.jpg')
  await expect.element(screen.getByText(several)).toBeVisible()
  add('c.jpg')
  await arrive('c.jpg')
  await expect.element(screen.getByText(single)).toBeVisible()
  await screen.unmount()
})
