import type { PatientFile } from '@archwire/contract/patient-files/schema.ts'
import { patientFileTypes } from '@archwire/contract/patient-files/types.ts'
import { expect, test } from 'vitest'
import { givenCase } from '../../../test/given-case.ts'
import { fakeServer, show, showPage } from '../../../test/show.tsx'
import { iosFiles } from '../../features/files/upload-kinds.ts'
import { UploadQueue, type Upload } from '../../features/files/upload-queue.ts'
import { dropWork, holdWork } from '../../lib/unsaved-work.ts'
import { IosFiles } from './ios-files.tsx'

const drop = (screen: Awaited<ReturnType<typeof show>>, ...names: string[]) => {
  const input = screen.container.querySelector<HTMLInputElement>('input[type=file]')!
  const files = new DataTransfer()
  for (const name of names) files.items.add(new File(['scan'], name))
  input.files = files.files
  input.dispatchEvent(new Event('change', { bubbles: true }))
}

test('two desktop files at once are asked about before anything travels (scans/limits)', async () => {
  const screen = await show(<IosFiles patient={givenCase({ patient_files: [], can: ['add_ios'] })} />)
  drop(screen, 'a.ios', 'b.ios')
  const question = screen.getByRole('dialog', { name: 'Multiple IOS files have been found.' })
  await expect.element(question).toBeVisible()
  await question.getByRole('button', { name: 'Cancel' }).click()
  await expect.element(screen.getByText('No IOS files yet.')).toBeVisible()
  expect(screen.getByText('a.ios').elements()).toEqual([])
})

test('what is no desktop file is refused by its name (scans/left-alone)', async () => {
  const screen = await show(<IosFiles patient={givenCase({ patient_files: [], can: ['add_ios'] })} />)
  drop(screen, 'a.txt')
  await expect.element(screen.getByText('Invalid IOS file provided', { exact: false })).toBeVisible()
})

test('a file that would keep a name of the case is refused before it travels (scans/names)', async () => {
  const file = {
    id: 1,
    name: 'Byron Ada.ios',
    patient_file_type_id: patientFileTypes.ios.id,
    size: 1000,
    processing: 'kept',
    uploaded_by: 'Olga Owner',
    created_at: '2026-11-20T10:00:00.000Z',
  }
  const patient = givenCase({
    first_name: 'Ada',
    last_name: 'Byron',
    patient_files: [file as unknown as PatientFile],
    can: ['add_ios'],
  })
  const calls = fakeServer({ body: {} })
  const screen = await showPage(() => <IosFiles patient={patient} />)
  drop(screen, 'BYRON ADA.ios')
  await screen.getByRole('button', { name: 'Proceed' }).click()
  await expect.element(screen.getByText('File with such name already exists.')).toBeVisible()
  expect(calls).toEqual([])
})

/** A queue with one file that has arrived. */
class ArrivedQueue extends UploadQueue {
  private files = [{ key: 'a', name: 'a.ios', state: 'done', arch: null, filePath: 'u_1' } as unknown as Upload]
  private readonly listening = new Set<() => void>()
  override readonly list = () => this.files
  override readonly subscribe = (listener: () => void) => {
    this.listening.add(listener)
    return () => this.listening.delete(listener)
  }
  override remove() {
    this.files = []
    for (const listener of this.listening) listener()
  }
}

test('a file that is on the case, and not fetched yet, is asked about, too (scans/limits)', async () => {
  const patient = givenCase({ patient_files: [], can: ['add_ios'] })
  const held = `files:${patient.id}:ios:`
  const queue = new ArrivedQueue(iosFiles(10), () => new Promise(() => {}))
  holdWork(held, 'On its way.', queue, () => {})
  fakeServer({ body: { patient_file: {}, message: 'The file was uploaded successfully.' } })
  const screen = await showPage(() => <IosFiles patient={patient} />)
  await expect.poll(() => queue.list()).toEqual([])
  await expect.element(screen.getByText('No IOS files yet.')).toBeVisible()
  drop(screen, 'b.ios')
  await expect.element(screen.getByRole('dialog', { name: 'Warning: IOS File already exists!' })).toBeVisible()
  dropWork(held)
})
