import { expect, test } from 'vitest'
import { answersAt } from '../../../test/given-case.ts'
import { showPage } from '../../../test/show.tsx'
import { NotificationBell } from './bell.tsx'

test.each([
  [0, '', 'Notifications'],
  [99, '99', 'Notifications, 99 unread'],
  [100, '99+', 'Notifications, 99+ unread'],
])('with %i unread the bell says what it shows, to eyes and ears alike (notices/bell)', async (unread, shown, name) => {
  answersAt({ '/notifications': { notifications: [], meta: { unread, next: null } } })
  const screen = await showPage(() => <NotificationBell />)
  const bell = screen.getByRole('button', { name, exact: true })
  await expect.element(bell).toBeVisible()
  expect(bell.element().textContent).toBe(shown)
  await screen.unmount()
})

test('a notice about a case names the patient, one about an organization is its message alone', async () => {
  const notice = { link: '/', read_at: null, created_at: new Date().toISOString() }
  answersAt({
    '/notifications': {
      notifications: [
        { ...notice, id: 1, type: 'ready', message: 'The setup is ready', patient_id: 7, patient_name: 'Ada Byron' },
        { ...notice, id: 2, type: 'organization.enabled', message: 'Enabled', patient_id: null, patient_name: null },
      ],
      meta: { unread: 2, next: null },
    },
  })
  const screen = await showPage(() => <NotificationBell />)
  await screen.getByRole('button', { name: 'Notifications, 2 unread' }).click()
  const lines = screen.getByRole('listitem')
  await expect.element(lines.nth(1)).toBeVisible()
  const words = lines.elements().map((line) => line.querySelector('button > span')?.textContent)
  expect(words).toEqual(['The setup is ready — Ada Byron', 'Enabled'])
  await screen.unmount()
})
