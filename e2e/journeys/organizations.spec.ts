import { seriousInBoth } from '../axe.ts'
import { expect, test } from '../journey.ts'

/** Practices as the lab administers them (`organizations/who-creates`, `organizations/disabled`, `organizations/archived`). */
test(
  'an admin creates a practice; one that is set up is disabled and archived',
  { tag: '@long' },
  async ({ page, portal, signIn, browserOf, picture }) => {
    const mark = portal.given.unique()
    const email = `ada.${mark}@example.com`
    const name = `Crestview ${mark}`
    const tab = (label: string) => page.getByRole('tab', { name: label, exact: true })
    const button = (label: string) => page.getByRole('button', { name: label, exact: true })
    const toast = (words: string | RegExp) => page.getByRole('alert').filter({ hasText: words }).first()
    await signIn('admin')

    await test.step('the More menu leads to the list, and from there to the form', async () => {
      await page.goto('/patients-page')
      await page.getByRole('button', { name: 'More of Organizations & Users' }).click()
      await expect(page.getByRole('menuitem')).toHaveText([
        'Licenses',
        'Payments to review',
        'Printing files',
        'Onboardings',
        'Organizations',
        'Subscriptions',
        'Users',
      ])
      await picture(page, 'menu-more')
      await page.getByRole('menuitem', { name: 'Organizations' }).click()
      await expect(page.getByRole('heading', { level: 1 })).toHaveText('Organizations')
      await expect(page.getByRole('table', { name: 'Organizations' }).getByRole('cell').first()).toBeVisible()
      await picture(page, 'organizations')
      await page.getByRole('link', { name: 'Create Organization' }).click()
    })

    await test.step('the fee is waived with the creation', async () => {
      await page.getByLabel('First Name').fill('Ada')
      await page.getByLabel('Last Name').fill('Owner')
      await page.getByLabel('Email').fill(email)
      await page.getByLabel('Practice name').fill(name)
      await page.getByLabel('No start-up fee').check()
      await picture(page, 'organizations-add', { fullPage: true })
      await button('Create').click()
      await expect(page).toHaveURL(/\/organizations\/\d+$/)
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(name)
      await expect(page.getByRole('region', { name: 'Information' })).toContainText('Waived by')
      await expect(button('Try again')).toHaveCount(0)
      await picture(page, 'organization', { fullPage: true })
    })
    await test.step('the waived fee leads to a closed invoice over nothing, which is downloaded', async () => {
      await page.getByRole('link', { name: /^Waived by/ }).click()
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(/^Invoice \d+$/)
      await expect(page.getByRole('row', { name: /^Total/ })).toContainText('$0.00')
      await picture(page, 'invoice', { fullPage: true })
      const download = page.waitForEvent('download')
      await button('Download PDF').click()
      expect((await download).suggestedFilename()).toMatch(/^invoice-\d+\.pdf$/)
      await page.getByRole('region', { name: 'Information' }).getByRole('link', { name }).click()
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(name)
    })

    await test.step('the admin says who looks after it, and enters a new type', async () => {
      const type = `Type ${mark.replaceAll(/[^a-z]/gi, '')}`.slice(0, 20).trim()
      await expect(button('Save')).toBeDisabled()
      await page.getByLabel('Organization type').fill(type)
      await expect(page.getByText(`“${type}” will be added as a new type.`)).toBeVisible()
      await page.getByLabel('Customer service manager').selectOption({ index: 1 })
      await button('Save').click()
      await expect(toast('The organization is saved.')).toBeVisible()
      await expect(page.getByRole('main').getByText(type).first()).toBeVisible()
      expect(await seriousInBoth(page)).toEqual([])
    })

    await test.step('the members are the owner', async () => {
      await tab('Members').click()
      await expect(page).toHaveURL(/\?tab=members$/)
      await expect(page.getByRole('table', { name: 'Members' }).getByRole('row')).toHaveCount(2)
      expect(await seriousInBoth(page)).toEqual([])
      await picture(page, 'organization-members', { fullPage: true })
    })

    const ready = await portal.given.practice()
    const owners = await browserOf(ready.owner, /40[134] /, /^(Refusal|ApiError): /)
    const inOffice = owners.getByRole('tab', { name: 'Organization', exact: true })
    await test.step('an owner whose account is set up opens the contacts', async () => {
      await owners.goto('/account')
      await inOffice.click()
      await owners.getByRole('tab', { name: 'Contacts', exact: true }).click()
      await expect(owners).toHaveURL(/part=contacts/)
      await owners.getByRole('button', { name: 'Add contact' }).click()
      expect(await seriousInBoth(owners)).toEqual([])
    })

    await test.step('disabled, the page is read-only and hides the contacts', async () => {
      await page.goto(`/organizations/${ready.id}`)
      await button('Disable').click()
      await expect(page.getByRole('dialog')).toContainText('Its 4 members will be able to sign in and read')
      await picture(page, 'organization-disable')
      await page.getByRole('dialog').getByRole('button', { name: 'Disable' }).click()
      await expect(page.getByText('Organization Disabled')).toBeVisible()
      for (const hidden of ['Members', 'Contacts', 'Billing address']) await expect(tab(hidden)).toHaveCount(0)
      await expect(page.getByRole('textbox')).toHaveCount(0)
      await picture(page, 'organization-disabled', { fullPage: true })
    })

    await test.step('its owner reads on, and starts no case', async () => {
      await owners.goto('/account?tab=6')
      await expect(owners.getByRole('main').getByText('Organization Disabled')).toBeVisible()
      await expect(owners.getByRole('textbox')).toHaveCount(0)
      await owners.goto(`/organizations/${ready.id}/rx-forms/add`)
      await expect(owners.getByRole('main').getByText('This organization is disabled.')).toBeVisible()
      await expect(owners.getByRole('button', { name: 'Submit case' })).toHaveCount(0)
      await owners.goto('/account?tab=6')
      await expect(owners.getByRole('main').getByText('Organization Disabled')).toBeVisible()
    })

    await test.step('archived, its owner is led away from the open page', async () => {
      await button('Archive').click()
      await expect(page.getByRole('dialog')).toContainText('Its 4 members will lose access at once.')
      await page.getByRole('dialog').getByRole('button', { name: 'Archive' }).click()
      await expect(page.getByText('Archived', { exact: true }).first()).toBeVisible()
      await expect(button('Restore')).toBeVisible()
      await expect(inOffice).toHaveCount(0)
      await picture(page, 'organization-archived', { fullPage: true })
    })
  },
)

test(
  'a list of addresses is invited, and what is wrong stays to be corrected',
  { tag: '@long' },
  async ({ page, portal, signIn, picture }) => {
    const mark = portal.given.unique()
    await signIn('supervisor')
    await page.goto('/organizations')
    await page.getByRole('button', { name: 'Invite to create' }).click()
    const dialog = page.getByRole('dialog')
    const field = dialog.getByLabel('Email')
    await field.fill(`one.${mark}@example.com, two.${mark}@example`)
    await dialog.getByRole('button', { name: 'Send' }).click()
    await expect(dialog.getByText('1 of 2 sent.')).toBeVisible()
    await expect(field).toHaveValue(`two.${mark}@example`)
    expect(await seriousInBoth(page)).toEqual([])
    await picture(page, 'organizations-invite')
    await field.fill(`two.${mark}@example.com`)
    await dialog.getByRole('button', { name: 'Send' }).click()
    await expect(dialog).toBeHidden()
    await expect
      .poll(async () => {
        const mails = await portal.db
          .selectFrom('mails')
          .select('to_address')
          .where('to_address', 'like', `%${mark}@example.com`)
          .execute()
        return mails.map(({ to_address }) => to_address).toSorted()
      })
      .toEqual([`one.${mark}@example.com`, `two.${mark}@example.com`])
  },
)
