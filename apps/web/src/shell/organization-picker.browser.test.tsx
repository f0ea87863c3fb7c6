import { expect, onTestFinished, test, vi } from 'vitest'
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

test('a word is asked for once, after the last key (screens/search)', async () => {
  const asked = fakeServer({ body: { organizations: [], meta: { total: 0 } } })
  const words = () =>
    asked.flatMap(({ path }) => new URL(path, 'http://portal.test').searchParams.get('searchString') ?? [])
  const screen = await show(<OrganizationPicker chosen={[]} named={[]} onChoose={() => {}} />)
  const field = screen.getByRole('combobox')
  await expect.element(field).toBeVisible()
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
  for (const typed of ['h', 'har', 'harbor']) {
    await field.fill(typed)
    vi.advanceTimersByTime(100)
  }
  expect(words().filter((word) => word !== '')).toEqual([])
  // Its waiting moves the clock, too.
  await vi.waitFor(() => expect(words()).toContain('harbor'))
  expect(words().filter((word) => word !== '')).toEqual(['harbor'])
  await screen.unmount()
})
