import { sql } from 'kysely'
import { seriousInBoth } from '../axe.ts'
import { expectFitForPhone, expectNoSidewaysScroll } from '../fit-for-phone.ts'
import { expect, test } from '../journey.ts'
import { fillCase, submitButton } from '../people/doctor.ts'

/** Photos by the camera of a phone, view by view (`scans/camera`). */

// A camera that shows a moving picture, and whoever is asked says yes: of this journey's browser alone.
const withCamera = ['--use-fake-device-for-media-stream', '--use-fake-ui-for-media-stream']
test.use({
  launchOptions: async ({ launchOptions }, use) =>
    use({ ...launchOptions, args: [...(launchOptions.args ?? []), ...withCamera] }),
})

test('a doctor takes photos of a case in order, and they are added each with its view', async ({
  page,
  portal,
  signIn,
  picture,
}) => {
  const practice = await portal.given.practice()
  const testCase = await portal.given.case({ practice, form: { user_id: practice.owner.id } })
  await signIn(practice.owner)
  await page.goto(`/patient-details/${testCase.id}`)
  await page.getByRole('button', { name: 'Take photos' }).tap()
  const camera = page.getByRole('dialog', { name: 'Take photos' })
  await expect(camera.getByRole('heading', { name: 'Face, at rest' })).toBeVisible()
  await expect(camera.getByRole('button', { name: 'Take: Face, at rest' })).toBeEnabled()
  await expectFitForPhone(page)
  await picture(page, 'camera-face')
  expect(await seriousInBoth(page)).toEqual([])
  await camera.getByRole('button', { name: 'Take: Face, at rest' }).tap()
  await expect(camera.getByRole('img', { name: 'Just taken: Face, at rest' })).toBeVisible()
  await picture(page, 'camera-look')
  await camera.getByRole('button', { name: 'Keep' }).tap()
  for (const view of ['Teeth, right', 'Upper occlusal', 'Profile']) {
    await camera.getByRole('button', { name: view, exact: true }).tap()
    await expect(camera.getByRole('button', { name: `Take: ${view}` })).toBeEnabled()
    await picture(page, `camera-${view.toLowerCase().replaceAll(/\W+/g, '-')}`)
  }
  await camera.getByRole('button', { name: 'Take: Profile' }).tap()
  await camera.getByRole('button', { name: 'Keep' }).tap()
  await page.setViewportSize({ width: 844, height: 390 })
  await expect(camera.getByRole('button', { name: 'Take: Teeth, front' })).toBeEnabled()
  await expectNoSidewaysScroll(page)
  await picture(page, 'camera-on-its-side')
  await page.setViewportSize({ width: 390, height: 844 })
  await camera.getByRole('button', { name: 'Add 2' }).tap()
  await expect(camera).toBeHidden()
  const kept = () =>
    sql<{ photo_view: string; size: number }>`select photo_view, size from patient_files
      where patient_id = ${testCase.id} and patient_file_type_id = 3 order by id`.execute(portal.db)
  await expect
    .poll(async () => (await kept()).rows.map(({ photo_view }) => photo_view).toSorted(), { timeout: 20_000 })
    .toEqual(['frontal', 'profile'])
  for (const { size } of (await kept()).rows) expect(size).toBeGreaterThan(5_000)

  await test.step('what the case has is marked, and the camera begins with what it has not', async () => {
    await page.getByRole('button', { name: 'Take photos' }).tap()
    await expect(camera.getByRole('heading', { name: 'Face, smiling' })).toBeVisible()
    await expect(camera.getByRole('button', { name: 'Profile, on the case already' })).toBeVisible()
    await camera.getByRole('button', { name: 'Close the camera' }).tap()
    await expect(camera).toBeHidden()
  })
})

// In words for each reason: apps/web/src/features/camera/photo-camera.browser.test.tsx.
test(
  'a blocked camera says so, and the phone’s own is offered',
  { tag: '@long' },
  async ({ page, portal, signIn, picture }) => {
    const practice = await portal.given.practice()
    const testCase = await portal.given.case({ practice })
    await page.addInitScript(() => {
      navigator.mediaDevices.getUserMedia = () => Promise.reject(new DOMException('no', 'NotAllowedError'))
    })
    await signIn(practice.owner)
    await page.goto(`/patient-details/${testCase.id}`)
    await page.getByRole('button', { name: 'Take photos' }).tap()
    await expect(page.getByText(/^The browser blocks the camera/)).toBeVisible()
    await picture(page, 'camera-blocked')
    const chooser = page.waitForEvent('filechooser')
    await page.getByRole('button', { name: 'Choose a photo' }).tap()
    expect((await chooser).isMultiple()).toBe(false)
  },
)

test(
  'photos of a new case are taken beside its form, and submitted with their views',
  { tag: '@long' },
  async ({ page, portal, signIn, picture }) => {
    const practice = await portal.given.practice()
    await signIn(practice.owner)
    await page.goto(`/organizations/${practice.id}/rx-forms/add`)
    await fillCase(page, { first: 'Mary', last: 'Jackson' })
    const photos = page.getByRole('group', { name: 'Photos' })
    // What is said of files moves what lies below them.
    await expect(page.getByText(/Scan checked/)).toBeVisible()
    await expect(photos.getByText(/Uploaded/)).toHaveCount(1)
    await photos.getByRole('button', { name: 'Take photos' }).tap()
    await page.getByRole('button', { name: 'Take: Face, at rest' }).tap()
    await page.getByRole('button', { name: 'Keep' }).tap()
    await page.getByRole('button', { name: 'Add 1' }).tap()
    await expect(photos.getByText(/^Face, at rest .*\.jpg$/)).toBeVisible()
    await expect(photos.getByText(/Uploaded/)).toHaveCount(2)
    await expect(page.getByRole('group', { name: 'STL files' })).toContainText('Uploaded')
    await photos.scrollIntoViewIfNeeded()
    await expectFitForPhone(page)
    await picture(page, 'start-a-case-photos')
    await submitButton(page).tap()
    await expect(page).toHaveURL(/\/patients$/)
    const { rows } = await sql<{ photo_view: string | null }>`
    select f.photo_view from patient_files f join patients p on p.organization_id = f.organization_id and p.id = f.patient_id
    where p.organization_id = ${practice.id} and f.patient_file_type_id = 3 and f.photo_view is not null`.execute(
      portal.db,
    )
    expect(rows.map(({ photo_view }) => photo_view)).toContain('frontal')
  },
)
