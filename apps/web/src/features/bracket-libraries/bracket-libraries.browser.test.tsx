import type { ListedLibrary } from '@archwire/contract/bracket-libraries/schema.ts'
import { afterEach, expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { showPage } from '../../../test/show.tsx'
import { BracketLibraries } from './bracket-libraries.tsx'

// The worker that hashes files is not what is tried here.
vi.mock('../../lib/upload/hash-file.ts', () => ({ hashFile: async () => '0'.repeat(64) }))

const all = { update: true, delete: true, download: true }
const library = (id: number, said: Partial<ListedLibrary> = {}): ListedLibrary => ({
  id,
  name: `Library ${id}`,
  member_ids: [],
  members: [],
  file: { name: `library-${id}.zip`, size: 2048, uploaded_at: '2026-11-20T10:00:00.000Z' },
  version: 1,
  created_at: '2026-11-20T10:00:00.000Z',
  updated_at: '2026-11-20T10:00:00.000Z',
  can: all,
  ...said,
})
const mia = { id: 5, full_name: 'Mia Member' }

interface Server {
  libraries: ListedLibrary[]
  /** What the next write gets instead of a success. */
  refusal?: { status: number; error: unknown }
  /** Whether the list can be read. */
  broken?: boolean
}

/** A server with these libraries; returns the calls that reach it, without the reads of lists. */
function givenServer(server: Server): string[] {
  const calls: string[] = []
  vi.spyOn(globalThis, 'fetch').mockImplementation(async (address, init) => {
    const path = (address as string).replace('/api/v1/organizations/7/bracket-libraries', '')
    const method = init?.method ?? 'GET'
    if (method === 'GET' && path === '')
      return server.broken
        ? Response.json({ error: 'The server is busy.', code: 500 }, { status: 500 })
        : Response.json({ bracket_libraries: server.libraries })
    if (path === '/assignable_members')
      return Response.json({
        members: [
          { ...mia, is_doctor: true },
          { id: 6, full_name: 'Ann Front', is_doctor: false },
        ],
      })
    const sent = typeof init?.body === 'string' ? init.body : ''
    calls.push([method, path.replace(/sha256=\w+/, 'sha256=…'), sent].join(' ').trim())
    if (path.startsWith('/upload_link'))
      return Response.json({
        url: '/files/up',
        file_path: 'u_0123456789abcdef',
        upload_id: null,
        part_size: null,
        part_urls: [],
        expires_at: '2026-11-26T00:00:00.000Z',
      })
    if (path.endsWith('/download_link')) return Response.json({ url: '#downloaded' })
    if (server.refusal) {
      const { status, error } = server.refusal
      server.refusal = undefined as never
      return Response.json({ error, code: status }, { status })
    }
    if (method === 'DELETE') {
      server.libraries = server.libraries.filter(({ id }) => path !== `/${id}`)
      return Response.json({ message: 'The bracket library is deleted.' })
    }
    const body = JSON.parse(sent) as Partial<ListedLibrary>
    const saved = library(method === 'POST' ? 9 : Number(path.slice(1)), { name: body.name!, version: 2 })
    server.libraries = [...server.libraries.filter(({ id }) => id !== saved.id), saved]
    return Response.json({
      bracket_library: saved,
      message: method === 'POST' ? 'The bracket library is added.' : 'The bracket library is saved.',
    })
  })
  return calls
}

/** A storage that takes bytes when `arrive` is called, or refuses them. */
class Storage {
  static last: Storage
  readonly upload = { addEventListener: (_: string, tell: (event: { loaded: number }) => void) => (this.tell = tell) }
  status = 0
  tell: (event: { loaded: number }) => void = () => undefined
  private readonly heard = new Map<string, () => void>()
  open() {
    Storage.last = this
  }
  setRequestHeader() {}
  addEventListener(name: string, listener: () => void) {
    this.heard.set(name, listener)
  }
  send() {}
  answer(status: number) {
    this.status = status
    this.heard.get('load')?.()
  }
  abort() {
    this.heard.get('abort')?.()
  }
}
afterEach(() => vi.unstubAllGlobals())

const show = (mayManage = true) => showPage(() => <BracketLibraries organizationId={7} mayManage={mayManage} />)
const button = (name: string | RegExp) => page.getByRole('button', { name })
const rows = page.getByRole('list', { name: 'Bracket libraries' }).getByRole('listitem')
const nameField = page.getByRole('textbox', { name: 'Name' })
const chooseFile = (bytes = 'brackets', name = 'damon.zip') => {
  const input = document.querySelector<HTMLInputElement>('input[type=file]')!
  const files = new DataTransfer()
  files.items.add(new File([bytes], name))
  input.files = files.files
  input.dispatchEvent(new Event('change', { bubbles: true }))
}

test('shows each library with its people and its file, and offers what the server allows', async () => {
  const calls = givenServer({
    libraries: [
      library(1, { name: 'Damon' }),
      library(2, { name: 'Roth', member_ids: [5], members: [mia], can: { ...all, update: false, delete: false } }),
      library(3, { name: 'Old', member_ids: [8], file: null, can: { ...all, download: false } }),
    ],
  })
  const screen = await show()
  await expect.element(rows.first()).toMatchTextContent('Damon')
  expect(rows.elements().map((row) => row.textContent)).toEqual([
    'DamonFor everyonelibrary-1.zip, 2 KBDownloadEditDelete',
    'RothFor Mia Memberlibrary-2.zip, 2 KBDownload',
    'OldFor former members onlyNo fileEditDelete',
  ])
  await button('Download Roth').click()
  await expect.poll(() => calls).toEqual(['GET /2/download_link'])
  await screen.unmount()
})

test('says when there is none, and to whom it matters', async () => {
  givenServer({ libraries: [] })
  const first = await show(false)
  await expect.element(page.getByText('No bracket libraries yet.')).toBeVisible()
  await expect.element(page.getByText(/Owners, managers and the lab can add/)).toBeVisible()
  expect(button('Add library').elements()).toEqual([])
  await first.unmount()
  const second = await show()
  await expect.element(button('Add library')).toBeVisible()
  await second.unmount()
})

test('a list that cannot be read is tried again', async () => {
  const server: Server = { libraries: [library(1)], broken: true }
  givenServer(server)
  const screen = await show()
  await expect.element(page.getByText('This could not be loaded.')).toBeVisible()
  server.broken = false
  await button('Try again').click()
  await expect.element(rows.first()).toMatchTextContent('Library 1')
  await screen.unmount()
})

test('a file is sent with its progress, and becomes a library under its name', async () => {
  vi.stubGlobal('XMLHttpRequest', Storage)
  const server: Server = { libraries: [] }
  const calls = givenServer(server)
  const screen = await show()
  await button('Add library').click()
  const add = page.getByRole('dialog').getByRole('button', { name: 'Add library' })
  await expect.element(add).toBeDisabled()
  chooseFile()
  await expect.element(page.getByRole('progressbar')).toBeVisible()
  Storage.last.tell({ loaded: 4 })
  await expect.element(page.getByText('50% of 8 B')).toBeVisible()
  Storage.last.answer(200)
  await expect.element(page.getByText('Uploaded')).toBeVisible()
  await expect.element(nameField).toHaveValue('damon')
  await nameField.fill('Damon Q2')
  await page.getByRole('checkbox', { name: /Mia Member/ }).click()
  server.refusal = { status: 422, error: { name: ['There is a bracket library of this name already.'] } }
  await add.click()
  await expect.element(nameField).toHaveAccessibleDescription('There is a bracket library of this name already.')
  await nameField.fill('Damon Q3')
  await add.click()
  await expect.element(page.getByText('The bracket library is added.')).toBeVisible()
  expect(calls).toEqual([
    'GET /upload_link?name=damon.zip&size=8&type=application%2Foctet-stream&sha256=…',
    'POST  {"name":"Damon Q2","member_ids":[5],"file_path":"u_0123456789abcdef"}',
    'POST  {"name":"Damon Q3","member_ids":[5],"file_path":"u_0123456789abcdef"}',
  ])
  await expect.element(rows.first()).toMatchTextContent('Damon Q3')
  await screen.unmount()
})

test('an upload is canceled, tried again, or refused before it starts', async () => {
  vi.stubGlobal('XMLHttpRequest', Storage)
  givenServer({ libraries: [] })
  const screen = await show()
  await button('Add library').click()
  chooseFile()
  await button('Cancel upload').click()
  await expect.element(button('Choose file')).toHaveFocus()
  chooseFile('')
  await expect.element(page.getByRole('alert')).toHaveTextContent('The file is empty.')
  expect(button('Try again').elements()).toEqual([])
  chooseFile()
  await expect.element(page.getByRole('progressbar')).toBeVisible()
  Storage.last.answer(403)
  await expect.element(page.getByRole('alert')).toHaveTextContent('The storage refused the file (403).')
  await button('Try again').click()
  await expect.element(page.getByRole('progressbar')).toBeVisible()
  Storage.last.answer(200)
  await expect.element(page.getByText('Uploaded')).toBeVisible()
  await button('Remove file').click()
  await expect.element(button('Choose file')).toBeVisible()
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel', exact: true }).click()
  await screen.unmount()
})

test('a file that the server refuses is said at the file', async () => {
  vi.stubGlobal('XMLHttpRequest', Storage)
  const server: Server = { libraries: [] }
  givenServer(server)
  const screen = await show()
  await button('Add library').click()
  chooseFile()
  await expect.element(page.getByRole('progressbar')).toBeVisible()
  Storage.last.answer(200)
  await expect.element(page.getByText('Uploaded')).toBeVisible()
  server.refusal = { status: 422, error: { file_path: ['damon.zip: It looks like a program.'] } }
  await page.getByRole('dialog').getByRole('button', { name: 'Add library' }).click()
  const file = page.getByRole('group', { name: 'File' })
  await expect.element(file).toHaveAccessibleDescription(/It looks like a program/)
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel', exact: true }).click()
  await screen.unmount()
})

test('an edit sends its version; a newer one by someone else asks whose to keep', async () => {
  const server: Server = { libraries: [library(1, { member_ids: [8, 5], members: [mia] })] }
  const calls = givenServer(server)
  const screen = await show()
  await button('Edit Library 1').click()
  await expect.element(page.getByRole('checkbox', { name: 'Former member' })).toBeChecked()
  await nameField.fill('Renamed')
  server.refusal = { status: 409, error: 'Someone else changed this in the meantime.' }
  server.libraries = [library(1, { name: 'Theirs', version: 2 })]
  await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click()
  await expect.element(page.getByText(/Someone else changed this bracket library/)).toBeVisible()
  await button('Keep mine').click()
  await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click()
  await expect.element(page.getByText('The bracket library is saved.')).toBeVisible()
  expect(calls).toEqual([
    'PUT /1 {"name":"Renamed","member_ids":[8,5],"version":1}',
    'PUT /1 {"name":"Renamed","member_ids":[],"version":2}',
  ])
  await screen.unmount()
})

test('a library is deleted after a question, and the keyboard stays beside it', async () => {
  const calls = givenServer({ libraries: [library(1), library(2)] })
  const screen = await show()
  await button('Delete Library 1').click()
  const question = page.getByRole('dialog', { name: 'Delete Library 1?' })
  await expect.element(question).toMatchTextContent('Cases that use it keep it.')
  await userEvent.keyboard('{Escape}')
  await expect.element(button('Delete Library 1')).toHaveFocus()
  expect(calls).toEqual([])
  await button('Delete Library 1').click()
  await question.getByRole('button', { name: 'Delete' }).click()
  await expect.element(page.getByText('The bracket library is deleted.')).toBeVisible()
  await expect.poll(() => rows.elements().length).toBe(1)
  await expect.element(button('Download Library 2')).toHaveFocus()
  expect(calls).toEqual(['DELETE /1'])
  await screen.unmount()
})
