import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { iosFiles, photos, reports, scans, type UploadKind } from './upload-kinds.ts'
import { UploadQueue, type Uploaded } from './upload-queue.ts'

/** Photos as phones hand them out: docs/product/scans.md, `scans/content` and `scans/names`. */
const picture = (path: string) =>
  new File([readFileSync(new URL(`../../../test/field-cases/${path}`, import.meta.url))], path.replace('2/', ''))

// Files wait for their hash, which a worker makes.
beforeAll(() => {
  vi.stubGlobal(
    'Worker',
    class {
      addEventListener() {}
      postMessage() {}
    },
  )
})
afterAll(() => vi.unstubAllGlobals())

/** Expects what a queue says of files once it has looked at them: their names, or why it does not take them. */
async function expectSaid(kind: UploadKind, drops: File[][], expected: string[], kept: Uploaded[] = []) {
  const queue = new UploadQueue(kind, () => new Promise(() => {}), kept)
  for (const files of drops) queue.add(files)
  await vi.waitFor(() => expect(queue.list().map(({ name, problem }) => problem ?? name)).toEqual(expected))
}

const heic = 'This is a HEIC photo, which most browsers cannot show. Save the photo as JPEG and add that.'

test('a JPEG that is called .HEIC is taken, and gets an ending that fits', async () => {
  await expectSaid(photos(5), [[picture('IMG_0042.HEIC')]], ['IMG_0042.jpg'])
})

test('a HEIC photo that is called .jpg is refused before it travels, and the words say what to do', async () => {
  await expectSaid(photos(5), [[picture('IMG_0043.jpg')]], [heic])
  await expectSaid(reports(5), [[picture('IMG_0043.jpg')]], [heic])
})

test('all photos of a drop are looked at, not only those whose turn it is', async () => {
  const files = Array.from({ length: 6 }, (_, index) => new File([picture('image.jpg')], `${index}.jpg`))
  await expectSaid(photos(10), [[...files, picture('IMG_0043.jpg')]], [...files.map(({ name }) => name), heic])
})

test('the bytes decide for every other kind, too', async () => {
  const named = (name: string, ...bytes: (string | Uint8Array<ArrayBuffer>)[]) => [[new File(bytes, name)]]
  await expectSaid(photos(5), named('smile.jpg', '<svg xmlns='), [
    'This is not a photo we can show. It looks like a web page or drawing.',
  ])
  await expectSaid(reports(5), named('report.pdf', 'MZ'), ['Upload a PDF, PNG or JPG.'])
  await expectSaid(iosFiles(5), named('arch.ios', '%PDF-1.7'), ['This is not a scan. It looks like a PDF document.'])
  // Scans are read in full here, unless they are too large for that.
  const archive = Object.defineProperty(named('upper.stl', 'PK\u0003\u0004')[0]![0]!, 'size', {
    value: 300 * 1024 ** 2,
  })
  await expectSaid(scans(5), [[archive]], ['This is not a scan. It looks like a ZIP archive.'])
})

test('photos of one name get an index: in one drop, in a later one, and beside those of a draft', async () => {
  const [first, second] = [picture('image.jpg'), picture('2/image.jpg')]
  await expectSaid(photos(5), [[first, second]], ['image.jpg', 'image (1).jpg'])
  await expectSaid(photos(5), [[first], [second], [first]], ['image.jpg', 'image (1).jpg', 'image (2).jpg'])
  const kept = [{ file_path: 'u_1', name: 'image.jpg' }]
  await expectSaid(photos(5), [[second]], ['image.jpg', 'image (1).jpg'], kept)
  const renamed = new File([first], 'image.HEIC')
  await expectSaid(photos(5), [[first, renamed]], ['image.jpg', 'image (1).jpg'])
})
