import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { fakeServer, showPage } from '../../../test/show.tsx'
import { FilePart, FileParts } from './file-parts.tsx'
import { iosFiles, photos, reports, scans, setupScans, type UploadKind } from './upload-kinds.ts'
import { UploadQueue } from './upload-queue.ts'

const kinds = {
  Setup: setupScans,
  Scans: scans(20),
  Photos: photos(100),
  'IOS files': iosFiles(10),
  Reports: reports(100),
} satisfies Record<string, UploadKind>
type Words = keyof typeof kinds

/** The files of a case; `closed` parts take none. Says what each part was given. */
async function showParts(...closed: Words[]) {
  fakeServer({ body: {} })
  const given: [Words, string[]][] = []
  const queues = Object.entries(kinds).map(
    ([words, kind]) => [words as Words, new UploadQueue(kind, () => new Promise(() => {}))] as const,
  )
  await showPage(() => (
    <FileParts>
      {queues.map(([words, queue]) => (
        <FilePart
          key={words}
          title={words}
          words={words}
          empty="None yet."
          queue={queue}
          add={closed.includes(words) ? null : `Add ${words}`}
          onFiles={(files) => given.push([words, files.map(({ name }) => name)])}
        />
      ))}
    </FileParts>
  ))
  return given
}

const area = page.getByRole('button', { name: /^Add files/ })

function drop(...files: [name: string, type?: string][]): void {
  const dataTransfer = new DataTransfer()
  for (const [name, type = ''] of files) dataTransfer.items.add(new File(['some'], name, { type }))
  area.element().dispatchEvent(new DragEvent('drop', { bubbles: true, cancelable: true, dataTransfer }))
}

test('files that are dropped at once go each to its part; a picture is a photo (scans/one-place)', async () => {
  const given = await showParts('Setup')
  await expect.element(area).toMatchTextContent('Scans, Photos, IOS files, Reports: each goes to its part')
  drop(['upper.stl'], ['smile.jpg', 'image/jpeg'], ['lower.ply'], ['case.ios'], ['analysis.pdf', 'application/pdf'])
  expect(given.toSorted(([one], [other]) => one.localeCompare(other))).toEqual([
    ['IOS files', ['case.ios']],
    ['Photos', ['smile.jpg']],
    ['Reports', ['analysis.pdf']],
    ['Scans', ['upper.stl', 'lower.ply']],
  ])
})

test('a scan that may be the setup is asked about (scans/one-place)', async () => {
  const given = await showParts()
  drop(['upper.stl'], ['smile.jpg', 'image/jpeg'])
  const question = page.getByRole('dialog', { name: 'What is this scan?' })
  await expect.element(question).toMatchTextContent('upper.stl')
  expect(given).toEqual([['Photos', ['smile.jpg']]])
  await question.getByRole('button', { name: 'Setup' }).click()
  await expect.element(question).not.toBeInTheDocument()
  expect(given.at(-1)).toEqual(['Setup', ['upper.stl']])
})

test('what no part takes is said, also where a part is closed to the person (scans/one-place)', async () => {
  const given = await showParts('Setup', 'IOS files', 'Reports')
  drop(['notes.docx'], ['case.ios'], ['lower.stl'])
  await expect
    .element(page.getByRole('alert'))
    .toHaveTextContent('notes.docx, case.ios: no part of the case takes such files.')
  expect(given).toEqual([['Scans', ['lower.stl']]])
  expect(page.getByRole('button', { name: /^Add (IOS files|Reports)$/ }).elements()).toEqual([])
})

test('where nothing can be added there is no area', async () => {
  await showParts(...(Object.keys(kinds) as Words[]))
  await expect.element(page.getByRole('region', { name: 'Photos' })).toMatchTextContent('None yet.')
  expect(area.elements()).toEqual([])
})

test('at a desk two parts without files share a line, on a phone each has its own (screens/case-order)', async () => {
  await showParts('IOS files')
  const boxes = () =>
    ['Setup', 'Scans'].map((name) => page.getByRole('region', { name }).element().getBoundingClientRect())
  await page.viewport(1280, 800)
  await expect.poll(() => boxes()[1]!.top - boxes()[0]!.top).toBe(0)
  for (const { height } of boxes()) expect(height).toBeLessThan(48)
  await page.viewport(390, 844)
  await expect.poll(() => boxes()[1]!.top - boxes()[0]!.bottom).toBeGreaterThan(0)
  await page.viewport(1280, 800)
})
