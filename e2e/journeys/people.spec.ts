import type { Page } from '@playwright/test'
import { demoPassword, emailOf } from '../../apps/server/src/demo/people.ts'
import { expect, test } from '../journey.ts'
import { choosePassword, followMail, signInWith } from '../people/newcomer.ts'

const password = 'A-new-password-1'

const usersIn = (page: Page) =>
  page
    .getByRole('table', { name: 'Users' })
    .getByRole('row')
    .filter({ has: page.getByRole('cell') })

test('the lab adds a technician, who chooses a password and signs in', async ({
  page,
  portal,
  signIn,
  browserOf,
  picture,
}) => {
  const mark = portal.given.unique()
  const email = `tess.${mark}@example.com`
  await signIn('supervisor')
  await page.goto('/patients-page')
  await page.getByRole('navigation').getByRole('link', { name: 'Organizations & Users' }).click()
  await expect(page).toHaveURL(/\/users$/)
  await expect(usersIn(page).first()).toBeVisible()
  await picture(page, 'users')

  await test.step('a supervisor gives roles of partners and practices only', async () => {
    await page.getByRole('link', { name: 'Create User' }).click()
    await expect(page.getByRole('heading', { name: 'Create User' })).toBeVisible()
    await expect(page.getByLabel('Role').getByRole('option')).toHaveText([
      'Choose…',
      'Lab Partner',
      'Doctor',
      'Staff Member',
    ])
    await picture(page, 'users-add')
  })
  const admin = await browserOf('admin')
  await test.step('an admin adds the technician', async () => {
    await admin.goto('/users/add')
    await admin.getByLabel('First Name').fill('Tess')
    await admin.getByLabel('Last Name').fill(`Technician ${mark}`)
    await admin.getByLabel('Email').fill(email)
    await admin.getByLabel('Username').fill('-tess')
    await admin.getByLabel('Username').blur()
    await expect(admin.getByText('Must contain at least 6 characters.')).toBeVisible()
    await expect(admin.getByRole('button', { name: 'Create' })).toBeDisabled()
    await admin.getByLabel('Username').fill(`tess-${mark}`.slice(0, 40).replace(/-$/, ''))
    await admin.getByLabel('Role').selectOption('Tech Support')
    await admin.getByRole('button', { name: 'Create' }).click()
    await expect(admin).toHaveURL(/\/users$/)
  })
  await test.step('the list finds her by a part of the name or the email', async () => {
    await page.goto('/users')
    await page.getByRole('searchbox', { name: 'Search by name or email' }).fill(`nothing like it, ${mark}`)
    await expect(usersIn(page)).toHaveCount(1)
    await expect(usersIn(page)).toContainText('Tech Support')
  })
  await test.step('the mail leads to a password, and the password into the portal', async () => {
    const hers = await browserOf(null)
    await followMail(hers, email, /account/)
    await choosePassword(hers, password)
    await hers.getByRole('button', { name: /password/i }).click()
    await expect(hers).toHaveURL(/\/management/)
    await signInWith(hers, email, password)
    await expect(hers.getByRole('heading', { name: 'Patients', level: 1 })).toBeVisible()
  })
})

test('a doctor gets a permission, hands over cases and is archived; restored, the account is as before', async ({
  page,
  portal,
  signIn,
  browserOf,
  picture,
  watch,
}) => {
  watch.expect(/422 .*toggle_custom_permission$/)
  const { given } = portal
  const practice = await given.practice()
  const doctor = await given.user('doctor', { organization: practice.id })
  const other = await given.user('doctor', { organization: practice.id })
  await given.case({ practice, doctor })
  const theirs = await browserOf(doctor, /40[13] /)
  await theirs.goto('/patients')
  await expect(theirs.getByRole('heading', { name: 'Patients', level: 1 })).toBeVisible()

  await signIn('superadmin')
  await page.goto(`/users/${doctor.id}`)
  await expect(page.getByRole('heading', { name: 'Update User' })).toBeVisible()
  await picture(page, 'user')

  await test.step('a permission is turned on with the own password', async () => {
    const permissions = page.getByRole('region', { name: 'Additional User Permissions' })
    await permissions.getByRole('checkbox', { name: 'View dashboard' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Your password').fill('Not-the-one-1')
    await dialog.getByRole('button', { name: 'Turn on' }).click()
    await expect(dialog.getByLabel('Your password')).toHaveAccessibleDescription(/password/i)
    await dialog.getByLabel('Your password').fill(demoPassword)
    await dialog.getByRole('button', { name: 'Turn on' }).click()
    await expect(permissions.getByRole('checkbox', { name: 'View dashboard' })).toBeChecked()
    await expect(permissions.getByText('Turned on by')).toBeVisible()
  })
  await test.step('archiving hands over the open case and ends the open page', async () => {
    await page.getByRole('button', { name: 'Archive' }).click()
    const dialog = page.getByRole('dialog')
    await expect(dialog.getByText('1 open case is under this name.')).toBeVisible()
    await dialog.getByLabel('Hand over open cases to').selectOption(String(other.id))
    await picture(page, 'user-archive')
    await dialog.getByRole('button', { name: 'Archive' }).click()
    await expect(page.getByRole('heading', { name: 'User Information' })).toBeVisible()
    await expect(theirs).toHaveURL(/\/login/)
    const { rows } = await portal.db
      .selectFrom('patients')
      .select('user_id')
      .where('organization_id', '=', practice.id)
      .execute()
      .then((found) => ({ rows: found }))
    expect(rows).toEqual([{ user_id: other.id }])
  })
  await test.step('restored, the form is there again', async () => {
    await page.getByRole('button', { name: 'Restore' }).click()
    await expect(page.getByRole('heading', { name: 'Update User' })).toBeVisible()
  })
})
