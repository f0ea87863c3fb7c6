import type { Page } from '@playwright/test'
import { sql } from 'kysely'
import { demoPassword } from '../../apps/server/src/demo/people.ts'
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
  await expect(page).toHaveURL(/\/organizations-users$/)
  await page.getByRole('button', { name: 'More of Organizations & Users' }).click()
  await page.getByRole('menuitem', { name: 'Users' }).click()
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
    await expect(admin.getByRole('button', { name: 'Create' })).toBeDisabled()
    await admin.getByLabel('Your password').fill(demoPassword)
    await admin.getByRole('button', { name: 'Create' }).click()
    await expect(admin).toHaveURL(/\/organizations-users$/)
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
    await expect(hers.getByRole('heading', { name: 'My work', level: 1 })).toBeVisible()
  })
})

test(
  'an invited doctor confirms, gets a permission, hands over a case and is archived',
  { tag: '@long' },
  async ({ page, portal, signIn, browserOf, picture, watch }) => {
    watch.expect(/422 .*toggle_custom_permission$/)
    const { given, db } = portal
    const practice = await given.practice()
    const email = `ivo.${given.unique()}@example.com`
    const { account_number: number } = await db
      .selectFrom('organizations')
      .select('account_number')
      .where('id', '=', practice.id)
      .executeTakeFirstOrThrow()
    await signIn('superadmin')
    await test.step('a super admin invites the doctor into a practice', async () => {
      await page.goto('/users')
      await page.getByRole('link', { name: 'Invite User' }).click()
      await expect(page.getByText('No organization is chosen.')).toBeVisible()
      await page.getByRole('button', { name: /^Practice:/ }).click()
      await page.getByRole('combobox', { name: 'Search by name or account number' }).fill(number)
      await page.getByRole('option', { name: new RegExp(number) }).click()
      await expect(page.getByText('No open invitations.')).toBeVisible()
      await page.getByLabel('Email').fill(email)
      await expect(page.getByLabel('Role')).toHaveValue('organization_member')
      await expect(page.getByRole('button', { name: 'Invite', exact: true })).toBeDisabled()
      await page.getByRole('radio', { name: 'Doctor' }).check()
      await page.getByRole('button', { name: 'Invite', exact: true }).click()
      const open = page.getByRole('list', { name: 'Open invitations' }).getByRole('listitem')
      await expect(open).toHaveCount(1)
      await expect(open).toContainText(email)
      await picture(page, 'users-invite')
    })
    const his = await browserOf(null, /40[13] /)
    await test.step('the invited doctor signs up and signs in', async () => {
      await followMail(his, email, /Invitation to/)
      await his.getByLabel('First name').fill('Ivo')
      await his.getByLabel('Last name').fill('Invited')
      await choosePassword(his, password)
      await his.getByLabel('I am human').check()
      await expect(his.getByLabel('I am human')).toBeChecked()
      await his.getByRole('button', { name: 'Sign Up' }).click()
      await expect(his).toHaveURL(/\/login$/)
      await signInWith(his, email, password)
      await expect(his.getByRole('heading', { name: 'Patients', level: 1 })).toBeVisible()
    })
    const { id } = await db.selectFrom('users').select('id').where('email', '=', email).executeTakeFirstOrThrow()
    const testCase = await given.case({ practice, form: { user_id: id } })

    await page.goto(`/users/${id}`)
    await expect(page.getByRole('heading', { name: 'Update User' })).toBeVisible()
    await expect(page.getByRole('link', { name: '1 case' })).toBeVisible()
    await picture(page, 'user', { fullPage: true })

    await test.step('a permission is turned on with the own password', async () => {
      const permissions = page.getByRole('region', { name: 'Additional User Permissions' })
      await permissions.getByLabel('View dashboard').click()
      const dialog = page.getByRole('dialog')
      await dialog.getByLabel('Your password').fill('Not-the-one-1')
      await dialog.getByRole('button', { name: 'Turn on' }).click()
      await expect(dialog.getByLabel('Your password')).toHaveAccessibleDescription(/password/i)
      await dialog.getByLabel('Your password').fill(demoPassword)
      await dialog.getByRole('button', { name: 'Turn on' }).click()
      await expect(dialog).toBeHidden()
      await expect(permissions.getByLabel('View dashboard')).toBeChecked()
      await expect(permissions.getByText('Turned on by Sofia Almeida')).toBeVisible()
    })
    await test.step('archiving hands over the open case and ends the open page', async () => {
      await page.getByRole('button', { name: 'Archive' }).click()
      const dialog = page.getByRole('dialog')
      await expect(dialog.getByText('1 open case is under this name.')).toBeVisible()
      await dialog.getByLabel('Hand over open cases to').selectOption('Mia Member')
      await picture(page, 'user-archive')
      await dialog.getByRole('button', { name: 'Archive' }).click()
      await expect(page.getByRole('heading', { name: 'User Information' })).toBeVisible()
      await expect(his).toHaveURL(/\/login/)
      const { rows } = await sql<{ user_id: number }>`select user_id from patients where id = ${testCase.id}`.execute(
        db,
      )
      expect(rows).toEqual([{ user_id: practice.member.id }])
    })
    await test.step('the list finds archived people, and restored the form is there again', async () => {
      await page.goto('/users?archived=1')
      await page.getByRole('searchbox', { name: 'Search by name or email' }).fill(email)
      await usersIn(page).getByRole('link', { name: 'Ivo Invited' }).first().click()
      await page.getByRole('button', { name: 'Restore' }).click()
      await expect(page.getByRole('heading', { name: 'Update User' })).toBeVisible()
    })
  },
)
