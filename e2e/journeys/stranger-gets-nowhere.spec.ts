import { expect, test, type Portal } from '../journey.ts'
import { goWithin } from '../people/go-within.ts'
import { expectDrawn, modelOn } from '../people/viewer.ts'

test.beforeEach(({ watch }) => {
  watch.expect(/^(Refusal|ApiError): /)
  watch.expect(/(401|403|404) .*\/api\/v1\//)
})

/** A case, usually with a setup, and every address under which somebody could ask for it. */
async function oneCase({ given }: Portal, stage: 'new' | 'awaiting_approval' = 'awaiting_approval') {
  const practice = await given.practice()
  const testCase = await given.case({ practice, stage })
  return {
    practice,
    testCase,
    pages: [
      `/patient-details/${testCase.id}`,
      `/patient-workflow/${testCase.id}`,
      `/organizations/${practice.id}/rx-forms/add`,
    ],
  }
}

const calls = (id: number, organization: number, rxForm: number, workflow: number) => [
  { method: 'GET', path: `/patients/${id}` },
  { method: 'GET', path: `/patients/${id}/history` },
  { method: 'GET', path: `/organizations/${organization}/patients` },
  { method: 'GET', path: `/rx_forms/${rxForm}` },
  { method: 'POST', path: `/patients/${id}/approve`, body: { seen: 'unknown' } },
  { method: 'POST', path: `/patients/${id}/request_changes`, body: { note: 'Mine now.', seen: 'unknown' } },
  { method: 'PUT', path: `/patients/${id}/toggle_hold`, body: { on_hold: true, reason: 'Mine now.' } },
  { method: 'PUT', path: `/patients/${id}/notes`, body: { field: 'doctor_notes', text: 'Mine now.' } },
  {
    method: 'PUT',
    path: `/tech-workflows/${workflow}/processes`,
    body: { processes: [{ id: 1, started_at: null, finished_at: null }] },
  },
]

test('somebody who is not signed in comes to the sign-in page and gets no answer', async ({ page, portal }) => {
  const { testCase, pages, practice } = await oneCase(portal, 'new')
  await page.goto(pages[0]!)
  for (const path of [...pages, '/case-trays/7', '/']) {
    // As the back button leads there, without a document of its own.
    await goWithin(page, path)
    const signInPage = /^\/(patient-workflow|case-trays)\//.test(path) ? '/management' : '/login'
    await expect(page, path).toHaveURL((url) => url.pathname === signInPage)
    if (path !== '/') expect(new URL(page.url()).searchParams.get('path'), 'the way back is kept').toBe(path)
  }
  for (const { method, path, body } of calls(testCase.id, practice.id, testCase.rxFormId, testCase.workflowId!)) {
    const answer = await page.request.fetch(`/api/v1${path}`, { method, data: body })
    expect(answer.status(), `${method} ${path}`).toBe(401)
  }
  expect((await page.request.get('/api/v1/realtime')).status()).toBe(401)
})

test(
  'a doctor of another practice finds nothing: no page, no answer',
  { tag: '@long' },
  async ({ page, portal, signIn, browserOf, picture }) => {
    const { testCase, pages, practice } = await oneCase(portal)
    const owner = await browserOf(practice.owner)
    for (const { method, path } of calls(testCase.id, practice.id, testCase.rxFormId, testCase.workflowId!)) {
      if (method !== 'GET') continue
      expect((await owner.request.get(`/api/v1${path}`)).status(), `${path} answers its own practice`).toBe(200)
    }

    await signIn('juniper')
    for (const path of pages) {
      await page.goto(path)
      await expect(
        page.getByRole('heading', {
          name: /^(Page Not Found|You don't have permission to access this (page|section)\.)$/,
        }),
        path,
      ).toBeVisible()
      await expect(page.getByText('Ada Case')).toHaveCount(0)
    }
    await picture(page, 'stranger')

    await page.goto('/patients')
    await page.getByRole('searchbox').fill('Ada Case')
    await expect(page.getByText('No case matches.')).toBeVisible()

    for (const { method, path, body } of calls(testCase.id, practice.id, testCase.rxFormId, testCase.workflowId!)) {
      const answer = await page.request.fetch(`/api/v1${path}`, { method, data: body, headers: { origin: portal.url } })
      expect([403, 404], `${method} ${path} answers ${answer.status()}`).toContain(answer.status())
      expect(await answer.text()).not.toContain('Ada')
    }
  },
)

test(
  'the address of a scene, passed on, shows nothing to a stranger',
  { tag: '@long' },
  async ({ page, portal, signIn, browserOf, watch }) => {
    const { testCase, practice } = await oneCase(portal)
    const owner = await browserOf(practice.owner)
    await owner.goto(`/patient-details/${testCase.id}`)
    await expectDrawn(modelOn(owner, /^Setup: upper arch/))
    const frame = owner.locator('iframe[title^="3D view"]')
    const scene = await frame.getAttribute('src')

    await signIn('juniper')
    watch.expect(/404 .*\/api\/v1\/scenes\//)
    await page.goto(scene!)
    await expect(page.getByText('The scan cannot be shown')).toBeVisible()
    await expect(page.getByRole('application', { name: /arch/ })).toHaveCount(0)
  },
)

// Every call: apps/server/test/http/other-sites.test.ts.
test(
  'a write from another site is refused, even with the cookie',
  { tag: '@long' },
  async ({ page, portal, signIn }) => {
    const { testCase, practice } = await oneCase(portal)
    await signIn(practice.owner)
    const answer = await page.request.post(`/api/v1/patients/${testCase.id}/approve`, {
      headers: { origin: 'https://evil.example' },
      data: {},
    })
    expect(answer.status()).toBe(403)
    await page.goto(`/patient-details/${testCase.id}`)
    await expect(page.getByText('Awaiting Approval').first()).toBeVisible()
  },
)
