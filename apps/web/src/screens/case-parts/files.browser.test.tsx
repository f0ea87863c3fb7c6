import type { PatientFile } from '@archwire/contract/patient-files/schema.ts'
import { notifications } from '@mantine/notifications'
import { useEffect, useState, type Dispatch, type SetStateAction } from 'react'
import { afterEach, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { answersAt, givenCase, sessionOf } from '../../../test/given-case.ts'
import { showPage } from '../../../test/show.tsx'
import { SessionContext } from '../../lib/session.tsx'
import { Section } from '../../ui/page.tsx'
import { FileRows } from './file-row.tsx'
import { Photos } from './photos.tsx'

/** A picture of one point, and what is none. */
const point = 'data:image/gif;base64,R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7'
const noPicture = 'data:image/png;base64,bm8gcGljdHVyZQ=='

const file = (id: number, said: Partial<PatientFile>): PatientFile =>
  ({
    id,
    patient_id: 7,
    name: `${id}.stl`,
    original_name: `${id}.stl`,
    size: 1000,
    caption: '',
    photo_view: null,
    jaws_id: 1,
    processing: 'ready',
    problem: null,
    check_note: '',
    report: null,
    viewer_id: null,
    thumbnail_url: point,
    url: point,
    uploaded_by: 'Olga Owner',
    version: 1,
    file_modification_date: null,
    created_at: '2026-11-20T10:00:00.000Z',
    ...said,
  }) as PatientFile
const scan = (id: number) => file(id, { patient_file_type_id: 2, kind: 'submission' })
const photo = (id: number, said: Partial<PatientFile> = {}) =>
  file(id, { patient_file_type_id: 3, kind: null, name: `${id}.jpg`, ...said })

/** A part of a case's page, which follows what is deleted and said. */
async function showFiles(part: 'scans' | 'photos', begun: PatientFile[]) {
  const following = new Set<Dispatch<SetStateAction<PatientFile[]>>>()
  const change = (next: (files: PatientFile[]) => PatientFile[]) => following.forEach((follow) => follow(next))
  const asked = answersAt({
    '/patient_files/': (path: string) => {
      const id = Number(/\d+/.exec(path)![0])
      if (path.endsWith('download_link')) return { url: point }
      const said = begun.find((each) => each.id === id)!
      if (part === 'scans') change((files) => files.filter((each) => each.id !== id))
      else
        change((files) => files.map((each) => (each.id === id ? { ...each, photo_view: 'smile', version: 2 } : each)))
      return { message: 'Done.', patient_file: { ...said, photo_view: 'smile', version: 2 } }
    },
  })
  function Part() {
    const [patient_files, setFiles] = useState(begun)
    useEffect(() => {
      following.add(setFiles)
      return () => void following.delete(setFiles)
    }, [])
    const patient = givenCase({ patient_files, can: ['delete_scans', 'delete_photos', 'add_files'] })
    return (
      <SessionContext value={sessionOf('doctor')}>
        {part === 'photos' ? (
          <Photos patient={patient} />
        ) : (
          <Section title="STL Files">
            <FileRows patient={patient} files={patient_files} />
          </Section>
        )}
      </SessionContext>
    )
  }
  const screen = await showPage(Part)
  return { screen, asked }
}
afterEach(() => notifications.clean())

const button = (name: string) => page.getByRole('button', { name, exact: true })

test('the question before a file goes shows it and begins on Cancel; the keyboard stays where it was (screens/question, screens/focus)', async () => {
  const { screen } = await showFiles('scans', [scan(1), scan(2), scan(3)])
  await button('Delete 2.stl').click()
  const question = page.getByRole('dialog')
  await expect.element(question.getByText('2.stl', { exact: true })).toBeVisible()
  await expect.element(question).toContainElement(document.querySelector('[role=dialog] img'))
  await expect.element(question.getByRole('button', { name: 'Cancel' })).toHaveFocus()
  await userEvent.keyboard('{Enter}')
  await expect.element(question).not.toBeInTheDocument()
  await expect.element(button('Delete 2.stl')).toHaveFocus()

  for (const [gone, next] of [
    ['2.stl', 'Download 3.stl'],
    ['3.stl', 'Download 1.stl'],
  ] as const) {
    await button(`Delete ${gone}`).click()
    await question.getByRole('button', { name: 'Delete' }).click()
    await expect.element(button(`Delete ${gone}`)).not.toBeInTheDocument()
    await expect.element(button(next)).toHaveFocus()
  }
  await button('Delete 1.stl').click()
  await question.getByRole('button', { name: 'Delete' }).click()
  await expect.element(page.getByRole('heading', { name: 'STL Files' })).toHaveFocus()
  await screen.unmount()
})

test('a photo that is none says so, and is handed out as it came (screens/no-picture)', async () => {
  const refused = { url: null, thumbnail_url: null, problem: 'This is no picture that we can read.' }
  const { screen, asked } = await showFiles('photos', [
    photo(1, { thumbnail_url: noPicture, url: noPicture, caption: 'Broken' }),
    photo(2, { ...refused, caption: 'Refused' }),
    photo(3, { caption: 'Fine' }),
  ])
  await expect.element(page.getByText('Cannot be shown here')).toBeVisible()
  await expect.element(button('Download Refused')).toBeVisible()
  await expect.element(button('Download Fine')).not.toBeInTheDocument()
  await button('Download Broken').click()
  await expect.poll(() => asked).toContain('/patient_files/1/download_link')
  await button('Open Broken').click()
  const large = page.getByRole('dialog')
  await expect.element(large.getByText('This photo cannot be shown here.')).toBeVisible()
  await large.getByRole('button', { name: 'Download it' }).click()
  await expect.poll(() => asked.filter((path) => path.endsWith('/1/download_link')).length).toBe(2)
  await large.getByRole('button', { name: 'Close' }).click()
  await expect.element(button('Open Broken')).toHaveFocus()
  await screen.unmount()
})

test('what a photo shows is said one after the other by the keyboard alone (screens/focus)', async () => {
  const { screen } = await showFiles('photos', [photo(1), photo(2)])
  const question = (name: string) => page.getByLabelText(`What ${name} shows`)
  // As the keyboard comes to it; choosing for a person does not bring it along.
  ;(question('1.jpg').element() as HTMLElement).focus()
  await question('1.jpg').selectOptions('Face, smiling')
  await expect.element(question('1.jpg')).not.toBeInTheDocument()
  await expect.element(question('2.jpg')).toHaveFocus()
  await question('2.jpg').selectOptions('Face, smiling')
  await expect.element(question('2.jpg')).not.toBeInTheDocument()
  await expect.poll(() => document.activeElement?.getAttribute('aria-label')).toBe('Open Face, smiling')
  await screen.unmount()
})
