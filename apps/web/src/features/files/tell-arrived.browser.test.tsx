import { notifications } from '@mantine/notifications'
import { afterEach, expect, test } from 'vitest'
import { fakeServer, show } from '../../../test/show.tsx'
import { dropWork, holdWork } from '../../lib/unsaved-work.ts'
import { useCaseUploads } from './register-uploads.ts'
import { useArrivalsTold } from './tell-arrived.ts'
import { photos } from './upload-kinds.ts'
import { UploadQueue, type Upload } from './upload-queue.ts'

const kind = photos(10)
/** Where the page of a case finds the files that are on their way. */
const held = `files:7:${kind.purpose}:`
afterEach(() => {
  dropWork(held)
  notifications.clean()
})

/** A queue whose files travel, and arrive when the test says so. */
class TestQueue extends UploadQueue {
  private files: Upload[] = []
  private readonly listening = new Set<() => void>()
  override readonly list = () => this.files
  override readonly subscribe = (listener: () => void) => {
    this.listening.add(listener)
    return () => this.listening.delete(listener)
  }
  constructor() {
    super(kind, () => new Promise(() => {}))
  }
  override remove(key: string) {
    this.become(this.files.filter((file) => file.key !== key))
  }
  travel(...names: string[]) {
    const files = names.map((name) => ({ key: name, name, state: 'sending', filePath: null }) as unknown as Upload)
    this.become([...this.files, ...files])
  }
  arrive(name: string) {
    this.become(this.files.map((file) => (file.key === name ? { ...file, state: 'done', filePath: name } : file)))
  }
  private become(files: Upload[]) {
    this.files = files
    for (const listener of this.listening) listener()
  }
}

const ways = {
  'Start A Case': function Form({ queue }: { queue: UploadQueue }) {
    useArrivalsTold(queue)
    return null
  },
  'the page of a case': function CasePage() {
    useCaseUploads({ patientId: 7, kind })
    return null
  },
}
const single = 'The file was uploaded successfully.'
const several = 'The files were uploaded successfully.'

test.each(Object.entries(ways))('%s says once for files that were added together that they arrived', async (_, Way) => {
  fakeServer({ body: { patient_file: {}, message: single } })
  const queue = new TestQueue()
  queue.travel('first.jpg')
  holdWork(held, 'On their way.', queue, () => {})
  const screen = await show(<Way queue={queue} />)
  const told = () => screen.getByText(/uploaded successfully/).elements()
  queue.travel('a.jpg')
  queue.arrive('first.jpg')
  // What is said at once would be there by then.
  await new Promise((resolve) => setTimeout(resolve, 300))
  expect(told()).toEqual([])
  queue.arrive('a.jpg')
  await expect.element(screen.getByText(several)).toBeVisible()
  queue.travel('b.jpg')
  queue.arrive('b.jpg')
  await expect.element(screen.getByText(single)).toBeVisible()
  await screen.unmount()
})
