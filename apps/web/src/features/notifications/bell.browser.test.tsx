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
