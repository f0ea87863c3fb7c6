import { CatchBoundary } from '@tanstack/react-router'
import { useState } from 'react'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { TestTable, type NamedRow } from '../../test/given-table.tsx'
import { show, showPage } from '../../test/show.tsx'
import { translatePage } from '../../test/translate.ts'
import { SignUp } from '../features/auth/sign-up.tsx'
import { FileDrop, photos, useCaseUploads } from '../features/files/index.ts'
import { surviveTranslation } from '../lib/translated-page.ts'
import { PageError } from '../ui/page-states.tsx'

// The worker that hashes files is not what is tried here.
vi.mock('../lib/upload/hash-file.ts', () => ({ hashFile: async () => '0'.repeat(64) }))

/** Pages that the browser translates while they are used (`screens/translated`). */
let end: () => void
beforeAll(() => void (end = surviveTranslation()))
afterAll(() => end())

/** A storage that takes bytes when the test says so. */
class Storage {
  static puts: Storage[] = []
  private tell: (event: { loaded: number }) => void = () => undefined
  readonly upload = { addEventListener: (_: string, tell: (event: { loaded: number }) => void) => (this.tell = tell) }
  status = 0
  isAborted = false
  private readonly heard = new Map<string, () => void>()
  open() {
    Storage.puts.push(this)
  }
  setRequestHeader() {}
  addEventListener(name: string, listener: () => void) {
    this.heard.set(name, listener)
  }
  send() {}
  sent(loaded: number) {
    this.tell({ loaded })
  }
  arrive() {
    this.status = 200
    this.heard.get('load')?.()
  }
  abort() {
    this.isAborted = true
    this.heard.get('abort')?.()
  }
}

/** A server with a case that takes photos; returns the paths of the calls that reach it. */
function givenCase(): string[] {
  const calls: string[] = []
  vi.spyOn(globalThis, 'fetch').mockImplementation(async (address) => {
    const path = (address as string).replace('/api/v1', '').replace(/\?.*/, '')
    calls.push(path)
    if (path.endsWith('upload_link'))
      return Response.json({
        url: '/storage/upload',
        file_path: `u_0123456789abcde${calls.length}`,
        upload_id: null,
        part_size: null,
        part_urls: [],
        expires_at: '2026-11-26T00:00:00.000Z',
      })
    return Response.json({ patient_file: { id: 1 }, message: 'The file was uploaded successfully.' })
  })
  vi.stubGlobal('XMLHttpRequest', Storage)
  Storage.puts = []
  return calls
}
afterEach(() => {
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

const photo = (name: string) => new File([Uint8Array.of(0xff, 0xd8, 0xff, 0xe0), 'x'.repeat(996)], name)
const files = () => [...document.querySelectorAll('li[data-state]')].map((row) => row.getAttribute('data-state'))

/** Photos of a case, on a page whose view fails at a press. */
function Photos() {
  const [fails, setFails] = useState(false)
  return (
    <>
      <button type="button" onClick={() => setFails(true)}>
        Break it
      </button>
      <CatchBoundary getResetKey={() => 1} errorComponent={PageError} onCatch={() => setFails(false)}>
        {fails ? <Broken /> : <Drop />}
      </CatchBoundary>
    </>
  )
}
const Drop = () => <FileDrop queue={useCaseUploads({ patientId: 7, kind: photos(5) })} hint="Add photos" />
const Broken = (): never => {
  throw new Error('This view failed on purpose.')
}

test.each(['replaced', 'wrapped'] as const)('files travel on a page whose texts are %s', async (way) => {
  const calls = givenCase()
  const screen = await showPage(() => <Photos />)
  await expect.element(page.getByText('Add photos')).toBeVisible()
  translatePage(way)
  const input = page.elementLocator(document.querySelector('input[type=file]')!)
  await input.upload([photo('smile.jpg'), photo('front.jpg')])
  await expect.poll(files).toEqual(['sending', 'sending'])
  Storage.puts[0]!.sent(500)
  await expect.element(page.getByText(/^50%/)).toBeVisible()
  Storage.puts[1]!.arrive()
  await expect.poll(files).toEqual(['sending'])
  // Another one is added, and canceled.
  await input.upload(photo('left.jpg'))
  await expect.poll(files).toEqual(['sending', 'sending'])
  await page.getByRole('button', { name: 'Cancel left.jpg' }).click()
  await expect.poll(files).toEqual(['sending'])
  Storage.puts[0]!.arrive()
  await expect.poll(files).toEqual([])
  expect(calls.filter((path) => path.endsWith('store_uploaded_file'))).toHaveLength(2)
  await screen.unmount()
})

test('a file travels on although its view failed, and is there when the view is', async () => {
  // React and the boundary report what failed on purpose.
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
  vi.spyOn(console, 'warn').mockImplementation(() => undefined)
  const calls = givenCase()
  const screen = await showPage(() => <Photos />)
  await page.elementLocator(document.querySelector('input[type=file]')!).upload([photo('smile.jpg')])
  await expect.poll(files).toEqual(['sending'])
  await page.getByRole('button', { name: 'Break it' }).click()
  await expect.element(page.getByRole('heading', { name: 'This page could not be shown.' })).toBeVisible()
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect.poll(files).toEqual(['sending'])
  const [put] = Storage.puts
  expect([Storage.puts.length, put!.isAborted]).toEqual([1, false])
  put!.arrive()
  await expect.poll(files).toEqual([])
  expect(calls).toContain('/patient_files/store_uploaded_file')
  await screen.unmount()
})

interface Case extends NamedRow {
  state: string
}
const rows = (...cases: string[]): Case[] =>
  cases.map((each) => {
    const [name, state] = each.split(': ') as [string, string]
    return { id: name.length, updated_at: state, name, state }
  })

test.each(['replaced', 'wrapped'] as const)('a list whose texts are %s follows its rows', async (way) => {
  const list = (cases: Case[] | undefined) => (
    <TestTable<Case>
      columns={[
        { key: 'name', label: 'Name', render: (row) => <span translate="no">{row.name}</span> },
        {
          key: 'state',
          label: 'State',
          render: ({ state, id }) => (
            <>
              {state === 'late' && 'Late: '}
              {state} for {id} days
            </>
          ),
        },
      ]}
      rows={cases}
    />
  )
  const o = way === 'replaced' ? 'o' : ''
  const screen = await show(list(rows('Ada: new', 'Grace: late')))
  translatePage(way)
  const cells = () => [...document.querySelectorAll('tbody tr')].map((row) => row.textContent)
  await expect.poll(cells).toEqual([`Adanew${o} for${o} 3 days${o}`, `GraceLate${o}: late${o} for${o} 5 days${o}`])
  await screen.rerender(list(rows('Grace: new', 'Rosalind: late', 'Ada: late')))
  await expect
    .poll(cells)
    .toEqual([
      `Gracenew${o} for${o} 5 days${o}`,
      `RosalindLate${o}: late${o} for${o} 8 days${o}`,
      `AdaLate${o}: late${o} for${o} 3 days${o}`,
    ])
  await screen.rerender(list([]))
  await expect.element(page.getByText(`No${o} patients${o} yet${o}.`)).toBeVisible()
  await screen.rerender(list(rows('Ada: new')))
  await expect.poll(cells).toEqual([`Adanew${o} for${o} 3 days${o}`])
  await screen.unmount()
})

test.each(['replaced', 'wrapped'] as const)('sign-up goes through its steps while its texts are %s', async (way) => {
  const answers = [
    { valid: false, message: 'This email is already registered.' },
    { valid: true, message: '' },
  ]
  vi.spyOn(globalThis, 'fetch').mockImplementation(async (address) =>
    (address as string).includes('validate') ? Response.json(answers.shift()) : Response.json({}, { status: 503 }),
  )
  const screen = await showPage(() => <SignUp labPartner={undefined} email={undefined} />)
  const field = (name: string) => page.elementLocator(document.querySelector(`[name=${name}]`)!)
  await expect.poll(() => document.querySelector('[name=email]')).not.toBeNull()
  translatePage(way)
  const next = () => document.querySelector<HTMLButtonElement>('button[type=submit]')!.click()
  await field('first_name').fill('Olga')
  await field('last_name').fill('Owner')
  await field('email').fill('olga@example.com')
  next()
  const o = way === 'replaced' ? 'o' : ''
  await expect.element(page.getByText(`This${o} email${o} is${o} already${o} registered${o}.`)).toBeVisible()
  await field('email').fill('olga.owner@example.com')
  next()
  await expect.poll(() => document.querySelector('[name=password]')).not.toBeNull()
  expect(document.querySelector('[name=email]')).toBeNull()
  await screen.unmount()
})
