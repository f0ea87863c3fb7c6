import type { TodayItem } from '@archwire/contract/today/routes.ts'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { answersAt, sessionOf } from '../../../test/given-case.ts'
import { showPage } from '../../../test/show.tsx'
import { SessionContext } from '../../lib/session.tsx'
import { StopMail } from '../../features/auth/stop-monday-mail.tsx'
import { Today } from './today.tsx'

const item = (change: Partial<TodayItem>): TodayItem => ({
  id: 21,
  name: 'Byron, Ada',
  code: 'C-21',
  practice: 'Summit',
  since: null,
  day: null,
  note: null,
  work: null,
  state: null,
  ...change,
})
const answer = (lists: object[], more: object = {}) => ({ lists, today: '2025-11-20', monday_mail: true, ...more })
const showToday = () =>
  showPage(() => (
    <SessionContext value={sessionOf('supervisor')}>
      <Today chosen="2" />
    </SessionContext>
  ))

test('a number, its lines with what they wait for, and the way to all of them; what is at zero is left out (today/lines)', async () => {
  const asked = answersAt({
    '/today': answer([
      {
        kind: 'late',
        total: 12,
        items: [item({ day: '2025-11-18', work: 'initial_case_setup', state: 'Sculpt' })],
      },
      {
        kind: 'at_risk',
        total: 1,
        items: [item({ id: 22, day: '2025-11-20', work: 'printing_request', state: 'Base' })],
      },
      { kind: 'stuck', total: 0, items: [] },
      {
        kind: 'unpaid',
        total: 1,
        items: [item({ id: 3, name: 'Summit', code: 'O-7', practice: '', note: 'BLOCKED' })],
      },
    ]),
  })
  const screen = await showToday()
  const late = page.getByRole('region', { name: 'Late' })
  await expect
    .element(late.getByRole('listitem'))
    .toHaveTextContent('Byron, AdaC-21SummitSetup: Sculpt, was to ship Tue, Nov 18, 2025')
  await expect.element(late.getByRole('link', { name: 'Byron, Ada' })).toHaveAttribute('href', '/patient-workflow/21')
  const list = expect.stringMatching(/^\/patients-page\?filter%5Blate_only%5D=\S*1\S*&chosen_wi_organization_id=\S*2/)
  await expect.element(late.getByRole('link', { name: 'All 12' })).toHaveAttribute('href', list)
  await expect.element(late.getByRole('link', { name: /^Late 12/ })).toHaveAttribute('href', list)
  const risk = page.getByRole('region', { name: 'At risk' })
  await expect.element(risk.getByText('Print: Base, ships today')).toBeVisible()
  await expect.element(risk.getByRole('link', { name: /^All/ })).not.toBeInTheDocument()
  await expect.element(page.getByRole('region', { name: 'Stuck' })).not.toBeInTheDocument()
  const debt = page.getByRole('region', { name: 'Unpaid' })
  await expect.element(debt.getByRole('link', { name: 'Summit' })).toHaveAttribute('href', '/subscriptions/3')
  await expect.element(debt.getByText('Blocked')).toBeVisible()
  expect(new Set(asked)).toEqual(new Set(['/today?chosen_wi_organization_id=2']))
  await screen.unmount()
})

test('where nothing waits it says so, and the Monday email is turned off and on there (today/switch)', async () => {
  let on = true
  answersAt({
    '/today/mail': (_: string, init?: RequestInit) => {
      on = (JSON.parse(init!.body as string) as { enabled: boolean }).enabled
      return { monday_mail: on, message: `The Monday email is ${on ? 'on' : 'off'}.` }
    },
    '/today': () => answer([{ kind: 'late', total: 0, items: [] }], { monday_mail: on }),
  })
  const screen = await showToday()
  await expect.element(page.getByText('Nothing waits.')).toBeVisible()
  await page.getByRole('button', { name: 'Turn off the Monday email' }).click()
  await page.getByRole('button', { name: 'Turn on the Monday email' }).click()
  await expect.element(page.getByRole('button', { name: 'Turn off the Monday email' })).toBeVisible()
  await screen.unmount()
})

test('the page of a mail’s link sends nothing until its button is pressed, and says when the link has ended', async () => {
  const token = 'a'.repeat(43)
  let status = 503
  const asked = answersAt({
    '/monday_mail': () => Response.json({ error: 'Not now.', message: 'The Monday email is off.' }, { status }),
  })
  const screen = await showPage(() => <StopMail token={token} />)
  await expect.element(page.getByRole('heading', { name: 'Turn off the Monday email?' })).toBeVisible()
  expect(asked).toEqual([])
  await page.getByRole('button', { name: 'Turn it off' }).click()
  await expect.element(page.getByRole('heading', { name: 'The Monday email is still on' })).toBeVisible()
  status = 200
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect.element(page.getByRole('heading', { name: 'The Monday email is off' })).toBeVisible()
  expect(new Set(asked)).toEqual(new Set([`/monday_mail/${token}/stop`]))
  await screen.unmount()
  status = 404
  const again = await showPage(() => <StopMail token="" />)
  await page.getByRole('button', { name: 'Turn it off' }).click()
  await expect.element(page.getByRole('heading', { name: 'This link is no longer valid' })).toBeVisible()
  await again.unmount()
})
