import { expectFitForPhone } from '../fit-for-phone.ts'
import { expect, test } from '../journey.ts'
import { approve, askForChanges, fillCase, submitButton } from '../people/doctor.ts'
import { putNewsAway } from '../people/shell.ts'
import { signInAt } from '../people/sign-in.ts'
import { expectDrawn, modelOn, viewerOn, tapModel } from '../people/viewer.ts'

// With all that a phone has.
test.use({ serviceWorkers: 'allow' })

test('a doctor starts a case on the phone', async ({ page, picture }) => {
  await page.goto('/login')
  await expect(page.getByRole('button', { name: 'Sign in' })).toBeVisible()
  await expectFitForPhone(page)
  await picture(page, 'sign-in')
  await signInAt(page, '/login', 'doctor')
  await expect(page.getByText('Awaiting Approval').first()).toBeVisible()
  await expectFitForPhone(page)
  await picture(page, 'patients')

  await page.getByRole('button', { name: 'Open the menu' }).tap()
  const menu = page.getByRole('dialog', { name: 'Menu' })
  await expect(menu).toBeVisible()
  await picture(page, 'menu')
  await menu.getByRole('link', { name: 'Start a New Case' }).tap()
  await expect(menu).toBeHidden()
  await expect(page.getByRole('heading', { name: 'Start A Case' })).toBeVisible()
  await expectFitForPhone(page)
  await picture(page, 'start-a-case-empty')
  // From the top of the form on.
  await expect(submitButton(page)).toBeInViewport()
  await fillCase(page, { first: 'Mary', last: 'Jackson' })
  await expect(page.getByRole('group', { name: 'STL files' })).toContainText('Uploaded')
  await expectFitForPhone(page)
  await picture(page, 'start-a-case-filled', { fullPage: true })
  await submitButton(page).tap()
  await expect(page).toHaveURL(/\/patients$/)
  await expect(page.getByText('Jackson, Mary').first()).toBeVisible()
})

test('a doctor looks at a setup on the phone, asks for changes, and approves', async ({
  page,
  portal,
  signIn,
  picture,
}) => {
  const { given } = portal
  const practice = await given.practice()
  const form = {
    first_name: 'Ada',
    last_name: 'Byron',
    products_list: 1,
    export_type: 1,
    print_assignment: 1,
    shipping_method: 'standard',
  } as const
  await given.case({ practice, stage: 'awaiting_approval', form })
  await given.case({ practice, stage: 'awaiting_approval', form: { ...form, first_name: 'Bea', last_name: 'Cole' } })
  await signIn(practice.owner)

  await page.goto('/patients')
  await putNewsAway(page)
  await page
    .getByRole('group', { name: 'Status' })
    .getByRole('button', { name: /^Awaiting Approval/ })
    .tap()
  await page.getByText('Byron, Ada').first().tap()
  await expect(page.getByRole('heading', { name: 'Ada Byron', level: 1 })).toBeVisible()
  await expectDrawn(modelOn(page, /^Setup: /))
  await expectFitForPhone(page)
  await picture(page, 'case')
  await picture(page, 'case-whole', { fullPage: true })
  await test.step('a swipe over the model moves the page, until the model is tapped', async () => {
    const lock = page.getByRole('button', { name: 'Tap to move the model' })
    const { x, y, width } = (await lock.boundingBox())!
    const under = await page.evaluate(
      ([left, top]) => document.elementFromPoint(left!, top!)?.closest('button, iframe')?.tagName,
      [x + width / 2, y + 20],
    )
    expect(under, 'what a finger touches is of the page, not of the frame').toBe('BUTTON')
    await tapModel(page)
    await expect(lock).toBeHidden()
  })
  await viewerOn(page).getByRole('button', { name: 'Upper occlusal' }).tap()
  await expectDrawn(modelOn(page, /upper occlusal view$/))
  await approve(page)
  await expect(page.getByText('Approved', { exact: true }).first()).toBeVisible()

  await page.goto('/patients')
  await page.getByText('Cole, Bea').first().tap()
  await expect(page.getByRole('heading', { name: 'Bea Cole', level: 1 })).toBeVisible()
  await askForChanges(page, 'Close the space between 21 and 22.')
  await expect(page.getByText('In Progress', { exact: true }).first()).toBeVisible()
  await picture(page, 'case-changes-asked')
})
