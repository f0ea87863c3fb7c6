import { expect, test } from '../journey.ts'

test(
  'a link by number leads to the case, and to a file that is marked there',
  { tag: '@long' },
  async ({ page, portal, signIn, browserOf, picture, watch }) => {
    watch.expect(/404 .*\/api\/v1\/open_/)
    const testCase = await portal.given.case({ stage: 'awaiting_approval' })
    const { owner } = testCase.practice
    await signIn(owner)
    await page.goto(`/api/v1/open_patient/${testCase.id}`)
    await expect(page).toHaveURL(`/patient-details/${testCase.id}`)
    const answer = await page.request.get(`/api/v1/patients/${testCase.id}`)
    const { patient } = (await answer.json()) as { patient: { patient_files: { id: number; name: string }[] } }
    const { id: file, name } = patient.patient_files[0]!
    const row = page.getByRole('region', { name: 'Setup', exact: true }).getByRole('listitem').filter({ hasText: name })

    await page.goto(`/api/v1/open_file/${file}`)
    await expect(page).toHaveURL(`/patient-details/${testCase.id}?file=${file}`)
    await expect(row).toHaveAttribute('aria-current', 'true')
    await expect(row).toBeInViewport()
    await picture(page, 'open-file')

    await test.step('who is of the lab comes to the workflow', async () => {
      const lab = await browserOf('tech')
      await lab.goto(`/api/v1/open_patient/${testCase.id}`)
      await expect(lab).toHaveURL(`/patient-workflow/${testCase.id}`)
    })

    await test.step('a stranger reads that there is no such page', async () => {
      const stranger = await browserOf((await portal.given.practice()).owner)
      await stranger.goto(`/api/v1/open_file/${file}`)
      await expect(stranger.getByText('Page Not Found')).toBeVisible()
    })

    await test.step('who is signed out signs in first; a link of another site loses nobody', async () => {
      const visitor = await browserOf(null)
      await visitor.goto(`/api/v1/open_file/${file}`)
      await expect(visitor).toHaveURL(/\/login\?path=/)
      await page.goto(`/login?path=/api/v1/open_file/${file}`)
      await expect(page).toHaveURL(`/patient-details/${testCase.id}?file=${file}`)
    })
  },
)
