import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { answersAt } from '../../../test/given-case.ts'
import { fakeServer, show } from '../../../test/show.tsx'
import { CaseHistory } from './case-history.tsx'

const entry = (id: number, event: string, label: string, before: string | null) => ({
  id,
  at: '2026-03-02T18:00:00.000Z',
  user_name: 'Olga Owner',
  event,
  label,
  from: null,
  to: null,
  note: null,
  before,
})

test('a change of a note says what the note said before, and that it was empty', async () => {
  fakeServer({
    body: {
      history: [
        entry(3, 'doctor_notes_changed', 'Doctor notes changed', 'Keep the diastema.'),
        entry(2, 'doctor_notes_changed', 'Doctor notes changed', ''),
        entry(1, 'submitted', 'Case submitted', null),
      ],
    },
  })
  const screen = await show(<CaseHistory patientId={7} />)
  const entries = page.getByRole('list', { name: 'History' }).getByRole('listitem')
  await expect.element(entries.nth(0)).toMatchTextContent('Olga Owner')
  const text = entries.nth(0).getByText('Keep the diastema.')
  await expect.element(text).not.toBeVisible()
  await entries.nth(0).getByText('Text before').click()
  await expect.element(text).toBeVisible()
  const before = entries.nth(1).getByText('It was empty before.')
  await expect.element(before).toBeVisible()
  // Below the line that says who did it and when.
  const who = entries.nth(1).getByText(/Olga Owner/)
  expect(before.element().getBoundingClientRect().top).toBeGreaterThanOrEqual(
    who.element().getBoundingClientRect().bottom,
  )
  await expect.element(entries.nth(2)).not.toMatchTextContent('before')
  await screen.unmount()
})

test('many presses of one kind are one entry that unfolds', async () => {
  const steps = ['Ship', 'Print', 'Create Label', 'Generate Tray'].map((step, index) => ({
    ...entry(9 - index, 'steps_saved', 'Work steps saved', null),
    note: `${step} finished`,
  }))
  fakeServer({ body: { history: steps } })
  const screen = await show(<CaseHistory patientId={7} />)
  const entries = page.getByRole('list', { name: 'History' }).getByRole('listitem')
  await expect.element(entries.getByText('4 work steps saved')).toBeVisible()
  expect(entries.elements()).toHaveLength(1)
  const lines = entries.getByText(/Create Label finished/)
  await expect.element(lines).not.toBeVisible()
  await entries.getByText('Show all').click()
  await expect.element(lines).toBeVisible()
  await screen.unmount()
})

test('a history that does not load says so, and can be asked for again', async () => {
  let broken = true
  const error = { error: 'Something went wrong.', code: 500 }
  answersAt({
    '/patients/7/history': () =>
      broken ? Response.json(error, { status: 500 }) : { history: [entry(1, 'submitted', 'Case submitted', null)] },
  })
  const screen = await show(<CaseHistory patientId={7} />)
  await expect.element(page.getByText('This could not be loaded.')).toBeVisible()
  broken = false
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect.element(page.getByText('Case submitted')).toBeVisible()
  await screen.unmount()
})
