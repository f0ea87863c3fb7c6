import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { fakeServer, showPage, type Said } from '../../../test/show.tsx'
import { CreateCase } from './create-case.tsx'

const button = (name: string) => page.getByRole('button', { name, exact: true })
const members: Said = { body: { members: [{ id: 7, full_name: 'Olga Owner', is_doctor: true }] } }
const similar = (numeric_suffix: number, created_at: string | null): Said => ({
  body: { data: { has_similar_patient: true, numeric_suffix, created_at } },
})
const showForm = (rxFormId?: number) =>
  showPage(() => (
    <CreateCase
      organizationId={3}
      prefill={{ firstName: 'Ada', lastName: 'Byron', rxFormId }}
      above={{ label: 'Patients', to: '/' }}
      onCancel={() => {}}
    />
  ))

test('before a second case of one name, the page asks; NO keeps the form, YES creates it', async () => {
  const calls = fakeServer(members, similar(1, '2026-03-02T18:00:00.000Z'), similar(2, null), {
    body: { patient: { id: 12 }, message: 'The case is created.' },
  })
  const screen = await showForm()
  await button('Create').click()
  const question = page.getByRole('dialog', { name: 'Same name' })
  await expect.element(question).toMatchTextContent(/already submitted on \w{3}, Mar \d, 2026/)
  await expect
    .element(question)
    .toMatchTextContent(
      'Click YES to proceed, but note a (1) will be placed in the name to differentiate this patient from the first.',
    )
  await button('NO').click()
  await expect.element(question).not.toBeInTheDocument()
  await button('Create').click()
  await expect
    .element(question)
    .toMatchTextContent('Patients with this exact name were already submitted. Click YES to proceed, but note a (2)')
  await button('YES').click()
  await expect.element(page.getByText('A page that is not of this test')).toBeVisible()
  expect(calls.map(({ method, path }) => `${method} ${path.split('?')[0]}`)).toEqual([
    'GET /organizations/3/list_members',
    'GET /patients/check_similar_patient',
    'GET /patients/check_similar_patient',
    'POST /patients',
  ])
  expect(calls[3]!.body).toMatchObject({ first_name: 'Ada', last_name: 'Byron', user_id: 7, organization_id: 3 })
  await screen.unmount()
})

test('if it cannot be found out whether the name exists, nothing is created', async () => {
  const calls = fakeServer(members, { status: 500, body: { error: 'Something went wrong.', code: 500 } })
  const screen = await showForm()
  await button('Create').click()
  await expect.element(page.getByText('Failed to fetch similar patient data')).toBeVisible()
  expect(calls.filter(({ method }) => method === 'POST')).toEqual([])
  await expect.element(button('Create')).toBeEnabled()
  await screen.unmount()
})

test('the form of an archived case is sent along, and the page says what comes with it', async () => {
  const none: Said = { body: { data: { has_similar_patient: false, numeric_suffix: null, created_at: null } } }
  const calls = fakeServer(members, none, { body: { patient: { id: 12 }, message: 'The case is created.' } })
  const screen = await showForm(8)
  await expect.element(page.getByText(/moves to the new case with its price, and its work begins again/)).toBeVisible()
  await button('Create').click()
  await expect.element(page.getByText('A page that is not of this test')).toBeVisible()
  expect(calls.at(-1)!.body).toMatchObject({ first_name: 'Ada', rx_form_id: 8 })
  await screen.unmount()
})

test.each([
  ['First Name', '', 'Required'],
  [
    'Last Name',
    'byron-Lee',
    'Name may only contain letters (first letter uppercase), spaces, points, brackets, and apostrophes.',
  ],
  ['Case Number', '#7', 'Case number may only contain letters, spaces, points, brackets, and apostrophes.'],
])('in %s, "%s" is wrong in the words of the rules, and nothing can be created', async (label, typed, words) => {
  const calls = fakeServer(members)
  const screen = await showForm()
  const field = page.getByRole('textbox', { name: label })
  await expect.element(button('Create')).toBeEnabled()
  await field.fill(typed)
  await userEvent.tab()
  await expect.element(page.getByText(words, { exact: true })).toBeVisible()
  await expect.element(button('Create')).toBeDisabled()
  expect(calls.map(({ method }) => method)).toEqual(['GET'])
  await screen.unmount()
})
