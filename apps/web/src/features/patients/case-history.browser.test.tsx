import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
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
  await expect.element(entries.nth(1)).toMatchTextContent('It was empty before.')
  await expect.element(entries.nth(2)).not.toMatchTextContent('before')
  await screen.unmount()
})
