import { expectFitForPhone } from '../fit-for-phone.ts'
import { expect, test } from '../journey.ts'
import { withPushService } from '../people/push.ts'
import { putNewsAway } from '../people/shell.ts'

/** On a phone the settings of notices stand in the drawer; who blocked them reads how to allow them (`notices/push`). */

test.use({ serviceWorkers: 'allow' })

test(
  'a doctor finds notices in the menu of the phone, and reads why they are blocked',
  { tag: '@long' },
  async ({ page, portal, signIn, picture }) => {
    const practice = await portal.given.practice()
    await withPushService(page)
    await page.addInitScript(() => {
      Object.defineProperty(Notification, 'permission', { get: () => 'denied' })
    })
    await signIn(practice.owner)
    await page.goto('/patients')
    await putNewsAway(page)
    await page.getByRole('button', { name: 'Open the menu' }).tap()
    const menu = page.getByRole('dialog', { name: 'Menu' })
    await expect(menu.getByRole('button', { name: 'Notifications in this browser' })).toBeVisible()
    await picture(page, 'menu-with-push')
    await menu.getByRole('button', { name: 'Notifications in this browser' }).tap()
    const dialog = page.getByRole('dialog', { name: 'Notifications in your browsers' })
    await expect(dialog.getByText(/^This browser blocks notifications/)).toBeVisible()
    await expect(dialog.getByRole('button', { name: 'Turn on' })).toBeHidden()
    await expectFitForPhone(page)
    await picture(page, 'push-settings')
  },
)
