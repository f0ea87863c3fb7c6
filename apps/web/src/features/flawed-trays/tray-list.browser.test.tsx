import type { FlawedTray } from '@archwire/contract/requests/flawed-tray.ts'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { givenRequestOf, givenTray } from '../../../test/given-tray.ts'
import { answersAt } from '../../../test/given-case.ts'
import { fakeServer, later, show } from '../../../test/show.tsx'
import { dropWork, holdWork } from '../../lib/unsaved-work.ts'
import { correctedScan, UploadQueue, type Upload } from '../files/index.ts'
import { TrayList } from './tray-list.tsx'

const shown = (trays: FlawedTray[], said: object = {}) =>
  show(
    <TrayList
      request={givenRequestOf(trays, said)}
      compareAt={(viewerId, pair) => `/3dviewer/${viewerId}?file=${pair.file}&with=${pair.with}`}
    />,
  )
const tray = page.getByRole('listitem', { name: 'Maxillary tray' })

test('the practice reads what is wrong and whose turn it is, and changes nothing (corrections/tray)', async () => {
  const screen = await shown([givenTray({ cause: 'seating', remark: 'Rocks on 16.' })])
  await expect.element(tray).toMatchTextContent('Awaiting fix')
  await expect.element(tray).toMatchTextContent('Seating')
  await expect.element(tray).toMatchTextContent('Rocks on 16.')
  await expect.element(tray).toMatchTextContent('In-office')
  await expect.element(tray).toMatchTextContent('The lab corrects this tray.')
  const names = tray
    .getByRole('button')
    .elements()
    .map((element) => element.ariaLabel ?? element.textContent)
  expect(names).toEqual(['Download Original IOS: Byron, Ada.ios', 'Download Setup before: setup-upper.stl'])
  expect(tray.getByRole('combobox').elements()).toEqual([])
  await screen.unmount()
})

test('who prints is shown from the choice on, and falls back when it is refused (corrections/print)', async () => {
  const { answer, arrive } = later()
  const calls = fakeServer(answer)
  const screen = await shown([givenTray({ can: ['edit'], cause: 'scan' })])
  const print = tray.getByRole('combobox', { name: 'Who prints the maxillary tray' })
  await print.selectOptions('Archwire Lab')
  await expect.element(print).toHaveValue('1')
  arrive({ status: 409, body: { error: 'Someone else changed this in the meantime.', code: 409 } })
  await expect.element(page.getByText('Someone else changed this in the meantime.')).toBeVisible()
  await expect.element(print).toHaveValue('2')
  expect(calls[0]).toEqual({ method: 'PUT', path: '/flawed_trays/21', body: { print: 1, cause: 'scan', version: 1 } })
  await screen.unmount()
})

test('the lab states another cause, or none (corrections/cause)', async () => {
  const calls = fakeServer({
    body: { flawed_tray: { version: 2 }, customer_request: {}, message: 'The tray is saved.' },
  })
  const screen = await shown([givenTray({ can: ['edit'], cause: 'scan' })])
  await tray.getByRole('combobox', { name: 'Cause of the maxillary tray' }).selectOptions('Not stated')
  await expect.element(page.getByText('The tray is saved.')).toBeVisible()
  expect(calls[0]!.body).toEqual({ print: 2, cause: null, version: 1 })
  await screen.unmount()
})

test('two quick choices are saved one after the other, each on the version of the one before', async () => {
  const first = later()
  const saved = (version: number) => ({ flawed_tray: { version }, customer_request: {}, message: 'The tray is saved.' })
  const calls = fakeServer(first.answer, { body: saved(3) })
  const screen = await shown([givenTray({ can: ['edit'] })])
  await tray.getByRole('combobox', { name: 'Who prints the maxillary tray' }).selectOptions('Archwire Lab')
  await tray.getByRole('combobox', { name: 'Cause of the maxillary tray' }).selectOptions('Transit')
  expect(calls).toHaveLength(1)
  first.arrive({ body: saved(2) })
  await expect
    .poll(() => calls.map(({ body }) => body))
    .toEqual([
      { print: 1, cause: null, version: 1 },
      { print: 1, cause: 'transit', version: 2 },
    ])
  await screen.unmount()
})

const corrected = (said: object = {}) =>
  givenTray({
    status: 'corrected',
    corrected_file_id: 33,
    corrected_file: { id: 33, name: 'fixed-upper.stl' },
    corrected_at: '2026-11-21T10:00:00.000Z',
    compare_viewer_id: 'abc',
    ...said,
  })

test('a corrected file is compared with the original, and removed after a question (corrections/corrected)', async () => {
  const calls = fakeServer({ body: { flawed_tray: {}, customer_request: {}, message: 'The file is removed.' } })
  const screen = await shown([corrected({ can: ['remove_corrected'] })])
  await expect
    .element(tray.getByRole('link', { name: 'Compare with the original' }))
    .toHaveAttribute('href', '/3dviewer/abc?file=33&with=32')
  await expect.element(tray.getByRole('button', { name: 'Download Corrected file: fixed-upper.stl' })).toBeVisible()
  await tray.getByRole('button', { name: 'Remove' }).click()
  const question = page.getByRole('dialog', { name: 'Are you sure you want to delete file fixed-upper.stl?' })
  await question.getByRole('button', { name: 'Remove' }).click()
  await expect.element(page.getByText('The file is removed.')).toBeVisible()
  expect(calls[0]!.body).toEqual({ print: 2, corrected_file_id: null, version: 1 })
  await screen.unmount()
})

test('until its file is processed there is nothing to compare, which is said', async () => {
  const screen = await shown([corrected({ compare_viewer_id: null })])
  await expect.element(tray.getByText('The 3D comparison appears when processing is finished.')).toBeVisible()
  expect(tray.getByRole('link').elements()).toEqual([])
  await screen.unmount()
})

test('a tray that was reported by mistake is deleted after a question (corrections/remove)', async () => {
  const calls = fakeServer({ body: { customer_request: {}, message: 'The tray is deleted.' } })
  const screen = await shown([givenTray({ can: ['remove'] })])
  await tray.getByRole('button', { name: 'Delete the maxillary tray' }).click()
  const question = page.getByRole('dialog', { name: 'Are you sure you want to delete this item?' })
  await question.getByRole('button', { name: 'Delete tray' }).click()
  await expect.element(page.getByText('The tray is deleted.')).toBeVisible()
  expect(calls[0]).toMatchObject({ method: 'DELETE', path: '/flawed_trays/21' })
  await screen.unmount()
})

test('the lab uploads the corrected file, or reads why not now (corrections/corrected)', async () => {
  const screen = await shown([givenTray({ can: ['correct'] })])
  await expect.element(tray.getByRole('button', { name: /^Upload File/ })).toBeVisible()
  await expect.element(tray).toMatchTextContent('up to 1 file of')
  await screen.unmount()
  const held = await shown([givenTray({ why_not: { correct: 'This case is on hold.' } })])
  await expect.element(tray).toMatchTextContent('This case is on hold.')
  expect(tray.getByRole('button', { name: /^Upload File/ }).elements()).toEqual([])
  await held.unmount()
})

const uploaded_files = [{ id: 35, name: 'partner-upper.stl' }]

test('takes the upload of the person who makes the correction; the lab corrects the tray with it (corrections/corrected)', async () => {
  const maker = await shown([givenTray({ can: ['upload'], uploaded_files })])
  await expect.element(tray.getByRole('button', { name: /^Upload File/ })).toBeVisible()
  await expect.element(tray).toMatchTextContent('Waits for the lab to correct the tray with it')
  await expect.element(tray.getByRole('button', { name: 'Download Uploaded file: partner-upper.stl' })).toBeVisible()
  expect(tray.getByRole('button', { name: /^Correct the tray/ }).elements()).toEqual([])
  await maker.unmount()
  const calls = fakeServer({ body: { flawed_tray: {}, customer_request: {}, message: 'The tray is corrected.' } })
  const lab = await shown([givenTray({ can: ['upload', 'correct'], uploaded_files })])
  await tray.getByRole('button', { name: 'Correct the tray with partner-upper.stl' }).click()
  await expect.element(page.getByText('The tray is corrected.')).toBeVisible()
  expect(calls[0]).toMatchObject({ path: '/flawed_trays/21/corrected', body: { corrected_file_id: 35, version: 1 } })
  await lab.unmount()
})

test('of its own setup the partner corrects the tray (corrections/work)', async () => {
  const screen = await shown([givenTray()], { corrected_by: 3, third_party_partner: 'North Lab' })
  await expect.element(tray).toMatchTextContent('North Lab corrects this tray.')
  await screen.unmount()
})

test('a tray of a canceled request was not corrected', async () => {
  const canceled = { id: 3, key: 'canceled', label: 'Canceled', color: 'red' }
  const screen = await shown([givenTray({ why_not: { remove: 'This request is canceled.' } })], { status: canceled })
  await expect.element(tray).toMatchTextContent('This tray was not corrected.')
  expect(tray.getByRole('button', { name: /^Delete/ }).elements()).toEqual([])
  await screen.unmount()
})

/** A queue whose file arrives when the test says so. */
class ArrivingQueue extends UploadQueue {
  private files: readonly Upload[] = []
  private readonly listening = new Set<() => void>()
  override readonly list = () => this.files
  override readonly subscribe = (listener: () => void) => {
    this.listening.add(listener)
    return () => this.listening.delete(listener)
  }
  override remove() {
    this.become([])
  }
  arrive(file: Partial<Upload>) {
    this.become([file as Upload])
  }
  private become(files: readonly Upload[]) {
    this.files = files
    for (const listener of this.listening) listener()
  }
}

test('a file that is stored and refused for the tray can be given to it again (corrections/corrected)', async () => {
  const held = 'files:7:stl:correction:21'
  const queue = new ArrivingQueue(correctedScan(1), () => new Promise(() => {}))
  holdWork(held, 'On its way.', queue, () => {})
  const stored: unknown[] = []
  const given: unknown[] = []
  answersAt({
    '/patient_files/store_uploaded_file': (_: string, init?: RequestInit) => {
      stored.push(JSON.parse(init!.body as string))
      return { patient_file: { id: 33, name: 'fixed-upper.stl' }, message: 'The file was uploaded successfully.' }
    },
    '/flawed_trays/21/corrected': (_: string, init?: RequestInit) => {
      given.push(JSON.parse(init!.body as string))
      return given.length === 1
        ? Response.json({ error: 'This case is on hold.', code: 409 }, { status: 409 })
        : { flawed_tray: {}, customer_request: {}, message: 'The tray is corrected.' }
    },
  })
  const screen = await shown([givenTray({ can: ['correct'] })])
  queue.arrive({ key: 'a', name: 'fixed-upper.stl', state: 'done', arch: 1, filePath: 'u_1', note: '' })
  await expect.element(tray).toMatchTextContent('fixed-upper.stl is stored, but the tray is not corrected with it yet.')
  await tray.getByRole('button', { name: 'Try again' }).click()
  await expect.element(page.getByText('The tray is corrected.')).toBeVisible()
  expect(stored).toMatchObject([{ patient_id: 7, patient_file_type_id: 2, kind: 'correction', jaws_id: 1 }])
  expect(given).toEqual([
    { corrected_file_id: 33, version: 1 },
    { corrected_file_id: 33, version: 1 },
  ])
  await screen.unmount()
  dropWork(held)
})
