import type { onboardingSearch } from '@archwire/contract/onboardings/search.ts'
import type { OnboardingDetails } from '@archwire/contract/onboardings/schema.ts'
import { Suspense, useState } from 'react'
import { expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { answersAt, sessionOf } from '../../../test/given-case.ts'
import { givenMeta, givenOnboarding } from '../../../test/given-onboarding.ts'
import { showPage } from '../../../test/show.tsx'
import { SessionContext } from '../../lib/session.tsx'
import type { SearchTexts } from '../../ui/list/list-state.ts'
import { OnboardingList } from './onboarding-list.tsx'
import { OnboardingPage } from './onboarding-page.tsx'

const button = (name: string | RegExp) => page.getByRole('button', { name })

/** A server with an onboarding; a write answers with `after`. Returns the writes: method, path, body. */
function givenServer(shown: OnboardingDetails, after: Partial<OnboardingDetails> = {}) {
  const writes: [string, string, unknown][] = []
  const reads: string[] = []
  let current = shown
  vi.spyOn(globalThis, 'fetch').mockImplementation(async (address, init) => {
    const path = (address as string).replace('/api/v1', '')
    if (init?.method !== undefined && init.method !== 'GET') {
      writes.push([init.method, path, JSON.parse(init.body as string)])
      current = { ...current, ...after }
      return Response.json({
        onboarding: current,
        meta: givenMeta,
        message: 'Onboarding details successfully updated.',
      })
    }
    reads.push(path)
    if (path.startsWith('/settings')) return Response.json({ error: 'Later.', code: 400 }, { status: 400 })
    return Response.json({ onboarding: current, meta: givenMeta })
  })
  return { writes, reads: () => reads.filter((path) => path === '/onboardings/12').length }
}
const showOnboarding = () =>
  showPage(() => (
    <SessionContext value={sessionOf('supervisor')}>
      <Suspense>
        <OnboardingPage id={12} />
      </Suspense>
    </SessionContext>
  ))

test('the page says where the practice is, folds what is completed, and completes the step that is next', async () => {
  const { writes } = givenServer(givenOnboarding({ done: 4 }), { version: 4 })
  const screen = await showOnboarding()
  await expect.element(page.getByRole('heading', { level: 1 })).toHaveTextContent('Onboarding Organization')
  await expect.element(page.getByText('Step 5 of 11')).toBeVisible()
  await expect.element(page.getByRole('link', { name: 'Summit' })).toBeVisible()
  expect(
    page
      .getByRole('region')
      .elements()
      .map((region) => region.getAttribute('aria-label')),
  ).toEqual(expect.arrayContaining(['Brackets', 'Software', 'Bonding', 'Feedback']))
  expect(page.getByText('Send brackets').elements()).toEqual([])
  await button(/Brackets/).click()
  await expect.element(page.getByText('Send brackets')).toBeVisible()
  await expect.element(page.getByText(/Completed .*Jane Marsh/).first()).toBeVisible()
  await button('Complete step').click()
  await expect.poll(() => writes).toEqual([['POST', '/onboardings/12/proceed_next_step', { current_step: 5 }]])
  await screen.unmount()
})

test('a step without its input cannot be completed, and says why; the number is saved with its messages', async () => {
  const { writes } = givenServer(
    givenOnboarding({
      done: 1,
      can: { proceed: false, update_metadata: true },
      why_not: { proceed: 'Tracking number is required.' },
    }),
    {
      metadata: { tracking_number: '1Z999AA1', estimated_date_of_completion: null },
      version: 4,
      can: { proceed: true, update_metadata: true },
      why_not: {},
    },
  )
  const screen = await showOnboarding()
  await expect.element(button('Complete step')).toHaveAccessibleDescription('Tracking number is required.')
  await button('Complete step').hover()
  await expect.element(page.getByRole('tooltip', { name: 'Tracking number is required.' })).toBeVisible()
  const field = page.getByRole('textbox', { name: /Tracking number/ })
  for (const [text, message] of [
    ['12345', 'Minimum of 6 characters.'],
    ['1'.repeat(31), 'Up to 30 characters'],
    ['1Z-999-AA1', 'Must only contain alphanumeric characters'],
    ['', 'Field is empty.'],
  ] as const) {
    await field.fill(text)
    await userEvent.tab()
    await expect.element(page.getByText(message)).toBeVisible()
  }
  await field.fill('1Z 999 AA1')
  await expect.element(field).toHaveValue('1Z999AA1')
  await page.getByRole('listitem').filter({ hasText: 'Send brackets' }).getByRole('button', { name: 'Save' }).click()
  await expect
    .poll(() => writes)
    .toEqual([['PUT', '/onboardings/12/metadata', { tracking_number: '1Z999AA1', version: 3 }]])
  await expect.element(page.getByText('Onboarding details successfully updated.').first()).toBeVisible()
  await expect.element(button('Complete step')).not.toHaveAttribute('aria-disabled')
  await screen.unmount()
})

test('readers without a permission see what was entered, without buttons', async () => {
  givenServer(
    givenOnboarding({
      done: 3,
      metadata: { tracking_number: '1Z999AA1', estimated_date_of_completion: '2026-12-24' },
      is_overdue: true,
      license_activated_at: '2026-11-12T15:00:00.000Z',
      can: { proceed: false, update_metadata: false },
    }),
  )
  const screen = await showOnboarding()
  await expect.element(page.getByText(/Tracking number: 1Z999AA1/)).toBeVisible()
  await expect.element(page.getByText(/Estimated completion date: .*2026/)).toBeVisible()
  await expect.element(page.getByText('Overdue')).toBeVisible()
  await expect.element(page.getByText(/Activated on/)).toBeVisible()
  expect(page.getByRole('textbox').elements()).toEqual([])
  expect(button('Complete step').elements()).toEqual([])
  await screen.unmount()
})

test('it is asked for again until it is completed, and says why that fails', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'], shouldAdvanceTime: true })
  const open = givenServer(givenOnboarding({ done: 5 }))
  const screen = await showOnboarding()
  await expect.poll(() => open.reads()).toBe(1)
  await vi.advanceTimersByTimeAsync(5_100)
  await expect.poll(() => open.reads()).toBe(2)

  const answer = vi.mocked(globalThis.fetch).getMockImplementation()
  vi.mocked(globalThis.fetch).mockImplementation(async () =>
    Response.json({ error: 'Please ask again later.', code: 400 }, { status: 400 }),
  )
  await vi.advanceTimersByTimeAsync(5_100)
  await expect.element(page.getByRole('alert')).toHaveTextContent('Please ask again later.')
  await expect.element(page.getByText('Step 6 of 11')).toBeVisible()
  vi.mocked(globalThis.fetch).mockImplementation(answer!)
  await vi.advanceTimersByTimeAsync(5_100)
  await expect.element(page.getByRole('alert')).not.toBeInTheDocument()
  await screen.unmount()

  const done = givenServer(givenOnboarding({ done: 11, can: { proceed: false, update_metadata: false } }))
  const again = await showOnboarding()
  await expect.element(page.getByText('Completed Fri, Nov 20, 2026')).toBeVisible()
  await vi.advanceTimersByTimeAsync(20_000)
  expect(done.reads()).toBe(1)
  vi.useRealTimers()
  await again.unmount()
})

function ListWithAddress() {
  const [search, setSearch] = useState<SearchTexts<typeof onboardingSearch>>({})
  return (
    <SessionContext value={sessionOf('supervisor')}>
      <OnboardingList search={search} onSearch={setSearch} Chosen={() => null} />
      <output aria-label="Address">{JSON.stringify(search)}</output>
    </SessionContext>
  )
}

test('the list asks for open ones until other states are chosen, and says what has waited', async () => {
  const {
    steps: _,
    license_activated_at: __,
    can: ___,
    why_not: ____,
    ...row
  } = givenOnboarding({
    done: 1,
    is_waiting: true,
  })
  const moved_at = new Date(Date.now() - 9.5 * 86_400_000).toISOString()
  const asked = answersAt({
    '/onboardings': {
      onboardings: [{ ...row, moved_at }],
      meta: { total: 1, page: 1, per_page: 25, last_page: 1, next: null },
    },
  })
  const lastAsked = () => new URL(asked.at(-1)!, 'http://test').searchParams
  const screen = await showPage(() => <ListWithAddress />)
  await expect.element(page.getByRole('link', { name: 'Summit', exact: true })).toBeVisible()
  await expect.element(page.getByText('Brackets - Send brackets')).toBeVisible()
  await expect.element(page.getByText('Nothing for 9 days')).toBeVisible()
  expect(lastAsked().get('status')).toBe('1,5')
  await button('Status').first().click()
  await expect.element(page.getByRole('checkbox', { name: 'Pending' })).toBeChecked()
  await page.getByRole('checkbox', { name: 'Completed' }).click()
  await expect.poll(() => lastAsked().get('status')).toBe('1,5,10')
  await userEvent.keyboard('{Escape}')
  await page.getByRole('searchbox').fill('Summit')
  await expect.poll(() => lastAsked().get('search_organization_name'), { timeout: 5_000 }).toBe('Summit')
  await screen.unmount()
})
