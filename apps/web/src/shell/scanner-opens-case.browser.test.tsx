import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { answersAt, sessionOf } from '../../test/given-case.ts'
import { scan } from '../../test/scan.ts'
import { showPage } from '../../test/show.tsx'
import { SessionContext } from '../lib/session.tsx'
import { ScannerOpensCase } from './scanner-opens-case.tsx'

const showScanner = () =>
  showPage(() => (
    <SessionContext value={sessionOf('supervisor')}>
      <h1>Any page</h1>
      <ScannerOpensCase />
    </SessionContext>
  ))

test('a scanned code opens its case (work/scanner)', async () => {
  const asked = answersAt({ '/patients': { patients: [{ id: 7, case_code: 'C-7', case_number_text: '' }] } })
  const screen = await showScanner()
  await expect.element(page.getByRole('heading', { name: 'Any page' })).toBeVisible()
  scan('C-7')
  await expect.element(page.getByRole('heading', { name: 'A page that is not of this test' })).toBeVisible()
  expect(asked[0]).toContain('C-7')
  await screen.unmount()
})

test('an unknown code is reported, and the page stays', async () => {
  answersAt({ '/patients': { patients: [] } })
  const screen = await showScanner()
  await expect.element(page.getByRole('heading', { name: 'Any page' })).toBeVisible()
  scan('C-99')
  await expect.element(page.getByText('No case has the code C-99.')).toBeVisible()
  await expect.element(page.getByRole('heading', { name: 'Any page' })).toBeVisible()
  await screen.unmount()
})
