import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { answersAt, sessionOf } from '../../../test/given-case.ts'
import { showPage } from '../../../test/show.tsx'
import { SessionContext } from '../../lib/session.tsx'
import { AllRequests } from './all-requests.tsx'

const place = (id: number, location_name: string) => ({ id, location_name })

test.each([
  ['one practice', '2', true],
  ['several practices', '2,3', false],
  ['none', '', false],
])('the lab filters requests by location while its filter has chosen %s', async (_, chosen, isOffered) => {
  const asked = answersAt({
    '/locations': { locations: [place(4, 'Main office'), place(5, 'Boulder')], meta: { total: 2 } },
    '/settings': { settings: { lab: { time_zone: 'America/Denver' } } },
    '/customer_requests': {
      customer_requests: [],
      meta: { total: 0, page: 1, per_page: 25, last_page: 1, next: null },
    },
  })
  const screen = await showPage(() => (
    <SessionContext value={sessionOf('supervisor')}>
      <AllRequests
        organization={undefined}
        search={{ chosen_wi_organization_id: chosen }}
        onSearch={() => {}}
        Chosen={() => null}
      />
    </SessionContext>
  ))
  await expect.poll(() => asked.some((path) => path.startsWith('/customer_requests'))).toBe(true)
  const chip = page.getByRole('button', { name: /^Location/ })
  if (isOffered) await expect.element(chip).toBeVisible()
  else await expect.element(page.getByRole('button', { name: /^Doctor/ })).toBeVisible()
  expect(chip.elements()).toHaveLength(isOffered ? 1 : 0)
  await screen.unmount()
})
