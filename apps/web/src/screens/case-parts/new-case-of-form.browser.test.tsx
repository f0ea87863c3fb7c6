import type { Patient } from '@archwire/contract/patients/schema.ts'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { givenCase, sessionOf } from '../../../test/given-case.ts'
import { showPage } from '../../../test/show.tsx'
import { SessionContext } from '../../lib/session.tsx'
import { NewCaseOfForm } from './new-case-of-form.tsx'

const archived = { deleted_at: '2026-11-21T10:00:00.000Z', rx_form: { id: 8 } as Patient['rx_form'] }
const link = page.getByRole('link', { name: 'New case from this form' })
const staff = sessionOf('supervisor', { all_permissions: ['patients.create'] })

const showFor = (said: Parameters<typeof givenCase>[0], session = staff) =>
  showPage(() => (
    <SessionContext value={session}>
      <p>The form</p>
      <NewCaseOfForm patient={givenCase(said)} />
    </SessionContext>
  ))

test('staff go from the form of an archived case to a new case with its names, number and form', async () => {
  const screen = await showFor({ ...archived, last_name: 'de Boer & Co', case_number_text: '007' })
  await expect.element(link).toBeVisible()
  const { pathname, searchParams } = new URL((link.element() as HTMLAnchorElement).href)
  expect(pathname).toBe('/organizations/2/patients')
  expect(Object.fromEntries(searchParams)).toEqual({
    firstName: 'Ada',
    lastName: 'de Boer & Co',
    caseNumber: '007',
    rxFormId: '8',
  })
  await screen.unmount()
})

test.each([
  ['a case that is not archived', { ...archived, deleted_at: null }, staff],
  ['a canceled form', { ...archived, cancelled_at: '2026-11-21T09:00:00.000Z' }, staff],
  ['a case without a form', { ...archived, rx_form: null }, staff],
  ['a practice', archived, sessionOf('doctor')],
] as const)('%s has no such link', async (_what, said, session) => {
  const screen = await showFor(said, session)
  await expect.element(page.getByText('The form')).toBeVisible()
  await expect.element(link).not.toBeInTheDocument()
  await screen.unmount()
})
