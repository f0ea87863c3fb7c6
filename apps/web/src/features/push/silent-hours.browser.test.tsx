import type { Me } from '@archwire/contract/auth/routes.ts'
import { expect, test } from 'vitest'
import { userEvent } from 'vitest/browser'
import { fakeServer, showPage } from '../../../test/show.tsx'
import { SessionContext } from '../../lib/session.tsx'
import { SilentHoursForm } from './silent-hours.tsx'

const session = {
  me: { id: 5, full_name: 'Tina Tech', roles: [], organizations: [] } as unknown as Me,
  organization: undefined,
  switchOrganization: () => {},
}

test('silent hours are typed in any usual form and shown as the portal writes times (screens/typed-dates)', async () => {
  const calls = fakeServer({ status: 200, body: { silent_hours: null, message: 'Saved.' } })
  const screen = await showPage(() => (
    <SessionContext value={session}>
      <SilentHoursForm hours={{ from: '21:00', to: '07:00' }} />
    </SessionContext>
  ))
  const [from, until, save] = [
    screen.getByRole('textbox', { name: 'From' }),
    screen.getByRole('textbox', { name: 'Until' }),
    screen.getByRole('button', { name: 'Save' }),
  ]
  await expect.element(save).toBeDisabled()
  await from.fill('8 pm')
  await userEvent.tab()
  await expect.element(from).toHaveValue('20:00')
  await userEvent.fill(until, '6.30')
  await expect.element(until).toHaveAttribute('aria-invalid', 'false')
  await userEvent.tab()
  await expect.element(until).toHaveAccessibleDescription('Write a time like 20:00 or 8 PM.')
  await expect.element(until).toHaveValue('6.30')
  await expect.element(save).toBeDisabled()
  await until.fill('20:00')
  await userEvent.tab()
  await expect.element(until).toHaveAccessibleDescription('The same as From.')
  await expect.element(save).toBeDisabled()
  await until.fill('6:30')
  await save.click()
  await expect
    .poll(() => calls.find(({ path }) => path.includes('silent_hours'))?.body)
    .toEqual({ silent_hours: { from: '20:00', to: '06:30' } })
  await screen.unmount()
})
