import { expect, test } from 'vitest'
import { fakeServer, show } from '../../test/show.tsx'
import { OrganizationPicker } from './organization-picker.tsx'

test('an organization is offered by name and number, an unnamed one by its number, once (organizations/unnamed)', async () => {
  const organizations = [
    { id: 7, name: 'Summit', account_number: 'O-000007' },
    { id: 12, name: 'Account 12', account_number: 'O-000012' },
  ]
  fakeServer({ body: { organizations, meta: { total: 2 } } })
  const screen = await show(<OrganizationPicker chosen={[]} named={[]} onChoose={() => {}} />)
  await expect.element(screen.getByRole('option').first()).toBeVisible()
  const options = screen.getByRole('option').elements()
  expect(options.map((option) => option.textContent)).toEqual(['Summit | O-000007', 'O-000012'])
  await screen.unmount()
})
