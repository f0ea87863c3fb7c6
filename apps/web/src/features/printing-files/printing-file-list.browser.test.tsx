import type { PrintingFile } from '@archwire/contract/patient-files/schema.ts'
import type { printingFileSearch } from '@archwire/contract/patient-files/search.ts'
import { useState } from 'react'
import { expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { answersAt } from '../../../test/given-case.ts'
import { showPage } from '../../../test/show.tsx'
import type { SearchTexts } from '../../ui/list/list-state.ts'
import { PrintingFileList } from './printing-file-list.tsx'

const setup: PrintingFile = {
  id: 5,
  original_name: 'export 12.stl',
  name: 'Byron, Ada, N-7.stl',
  updated_at: '2026-05-12T10:00:00.000Z',
  file_modification_date: null,
  kind: 'setup',
  jaws_id: 1,
  size: 4_404_019,
  processing: 'ready',
  problem: null,
  patient: {
    id: 7,
    full_name: 'Ada Byron',
    case_number_text: 'N-7',
    case_code: 'C-7',
    numeric_suffix: null,
    user: { full_name: 'Jane Marsh' },
  },
  organization: { id: 3, name: 'Summit', account_number: 'O-000003' },
  patient_file_type: { id: 2, name: 'STL Files' },
  printing_request: {
    id: 8,
    customer_request_id: 9,
    status: { id: 1, key: 'new', label: 'New', color: 'gray' },
    ship_date: '2099-01-05',
  },
}
const desktop: PrintingFile = {
  ...setup,
  id: 6,
  name: 'Case 12.ios',
  kind: 'submission',
  jaws_id: null,
  patient_file_type: { id: 1, name: 'IOS Files' },
  problem: 'This file is damaged.',
}
const listOf = (patient_files: PrintingFile[], meta = {}) => ({
  patient_files,
  meta: { total: patient_files.length, page: 0, per_page: 25, last_page: 0, next: null, ...meta },
})

function Screen() {
  const [search, setSearch] = useState<SearchTexts<typeof printingFileSearch>>({})
  return <PrintingFileList search={search} onSearch={setSearch} Chosen={() => null} />
}
/** The query strings of the list that were asked for. */
const queriesIn = (asked: string[]) =>
  asked
    .filter((each) => each.startsWith('/patient_files/printing'))
    .map((each) => Object.fromEntries(new URL(each, 'http://test').searchParams))

test('a row says what the file is, whose and for which print, and leads to case and request', async () => {
  await page.viewport(1600, 900)
  const asked = answersAt({ '/patient_files/printing': listOf([setup, desktop]) })
  const screen = await showPage(() => <Screen />)
  // The arch tells two files of a case apart: it is not cut with the words after it.
  await expect.element(page.getByText('Maxillary', { exact: true })).toBeVisible()
  await expect.element(page.getByText('Setup · 4.2 MB')).toBeVisible()
  await expect.element(page.getByText('IOS file · 4.2 MB')).toBeVisible()
  await expect.element(page.getByText('This file is damaged.')).toBeVisible()
  await expect.element(page.getByText(setup.name)).toHaveAttribute('title', 'export 12.stl')
  const linkOf = (name: string) => page.getByRole('link', { name }).first()
  await expect.element(linkOf('Ada Byron')).toHaveAttribute('href', '/patient-details/7')
  await expect.element(linkOf('Request 9')).toHaveAttribute('href', '/requests/9')
  await expect.element(page.getByText('Page 1 of 1')).toBeVisible()
  expect(queriesIn(asked).at(-1)).toEqual({ orderBy: 'ship_date', order: 'asc' })
  await screen.unmount()
})

test('a file of both arches says which arch is not printed from it', async () => {
  await page.viewport(1600, 900)
  answersAt({ '/patient_files/printing': listOf([{ ...setup, jaws_id: 3, not_for_arches: [1] }, desktop]) })
  await showPage(() => <Screen />)
  const words = /Not for the (maxillary|mandibular) arch/
  await expect
    .element(page.getByText(words))
    .toHaveTextContent('Not for the maxillary arch: its tray has a correction, or waits for one')
})

test('the list is searched by patient and by doctor, sorted and paged', async () => {
  await page.viewport(1600, 900)
  const asked = answersAt({ '/patient_files/printing': listOf([setup], { total: 60, last_page: 2 }) })
  const lastAsked = () => queriesIn(asked).at(-1)
  const screen = await showPage(() => <Screen />)
  await page.getByRole('searchbox', { name: 'Search by patient' }).fill('byr')
  await userEvent.keyboard('{Enter}')
  await page.getByRole('searchbox', { name: 'Search by doctor' }).fill('marsh')
  await userEvent.keyboard('{Enter}')
  const searched = { patientSearchFullNameQuery: 'byr', searchFullNameQuery: 'marsh' }
  await expect.poll(lastAsked).toEqual({ ...searched, orderBy: 'ship_date', order: 'asc' })
  await page.getByRole('button', { name: 'Next page' }).click()
  await expect.poll(lastAsked).toEqual({ ...searched, page: '1', orderBy: 'ship_date', order: 'asc' })
  for (const [label, orderBy] of [
    ['File', 'name'],
    ['Patient', 'last_name'],
    ['Doctor', 'doctor'],
    ['Modified', 'file_modification_date'],
    ['Updated', 'updated_at'],
    ['Ships', 'ship_date'],
  ] as const) {
    await page.getByRole('columnheader', { name: label }).getByRole('button').click()
    // Another order begins with its first page.
    await expect.poll(lastAsked).toEqual({ ...searched, orderBy, order: 'asc' })
  }
  await page.getByRole('button', { name: 'Clear Filters' }).click()
  await expect.poll(lastAsked).toEqual({ orderBy: 'ship_date', order: 'asc' })
  await screen.unmount()
})

test('Download asks for the link of its row', async () => {
  await page.viewport(1600, 900)
  const clicked: string[] = []
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    clicked.push(this.href)
  })
  const asked = answersAt({
    '/patient_files/printing': listOf([setup, desktop]),
    '/patient_files/6/download_link': { url: 'http://files.test/6' },
  })
  const screen = await showPage(() => <Screen />)
  await page.getByRole('button', { name: `Download ${desktop.name}` }).click()
  await expect.poll(() => clicked).toEqual(['http://files.test/6'])
  expect(asked).toContain('/patient_files/6/download_link')
  await screen.unmount()
})

test('an empty list, one that matches nothing and one that does not load say so', async () => {
  let works = false
  answersAt({
    '/patient_files/printing': () =>
      works ? listOf([]) : Response.json({ error: 'Try later.', code: 400 }, { status: 400 }),
  })
  const screen = await showPage(() => <Screen />)
  await expect.element(page.getByText('This could not be loaded.')).toBeVisible()
  works = true
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect.element(page.getByText('Nothing to print.')).toBeVisible()
  await page.getByRole('searchbox', { name: 'Search by doctor' }).fill('someone')
  await userEvent.keyboard('{Enter}')
  await expect.element(page.getByText('No printing file matches.')).toBeVisible()
  await screen.unmount()
})

test('on a phone a file is an item with the same links and its download', async () => {
  await page.viewport(390, 844)
  answersAt({ '/patient_files/printing': listOf([setup]) })
  const screen = await showPage(() => <Screen />)
  await expect.element(page.getByRole('link', { name: 'Ada Byron' })).toBeVisible()
  await expect.element(page.getByRole('link', { name: 'Request 9' })).toBeVisible()
  await expect.element(page.getByRole('button', { name: `Download ${setup.name}` })).toBeVisible()
  await expect.element(page.getByText(/Jane Marsh · Ships/)).toBeVisible()
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(390)
  await screen.unmount()
})
