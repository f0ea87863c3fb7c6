import { expect, test } from 'vitest'
import { showPage } from '../../../test/show.tsx'
import { formatInstant } from '../../lib/format.ts'
import { DraftLinks } from './draft-links.tsx'

test('drafts of one name are told apart by their time', async () => {
  const times = ['2026-05-12T10:00:00.000Z', '2026-05-12T11:30:00.000Z', '2026-05-12T12:00:00.000Z']
  const names = [
    ['Marisol', 'Vega'],
    ['Ken', 'Ono'],
    ['Marisol', 'Vega'],
  ]
  const drafts = names.map(([first_name, last_name], at) => ({
    draft: `d${at}`,
    first_name: first_name!,
    last_name: last_name!,
    updated_at: times[at]!,
  }))
  const screen = await showPage(() => <DraftLinks organizationId={1} drafts={drafts} most={3} />)
  await expect.element(screen.getByRole('link').first()).toBeVisible()
  const links = screen.getByRole('link').elements()
  expect(links.map((link) => link.textContent)).toEqual([
    `Vega, Marisol ${formatInstant(times[0]!)}`,
    'Ono, Ken',
    `Vega, Marisol ${formatInstant(times[2]!)}`,
  ])
})
