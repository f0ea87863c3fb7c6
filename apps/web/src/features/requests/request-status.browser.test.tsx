import type { CustomerRequest } from '@archwire/contract/requests/schema.ts'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { answersAt, sessionOf } from '../../../test/given-case.ts'
import { givenPrint, givenRequest } from '../../../test/given-request.ts'
import { givenTray } from '../../../test/given-tray.ts'
import { showPage } from '../../../test/show.tsx'
import { SessionContext } from '../../lib/session.tsx'
import { RequestStatus } from './request-status.tsx'

const waiting = [givenTray()]
const corrected = [givenTray({ status: 'corrected' })]
const by = (assigned_to: object | null) => ({ assigned_to, processes: [] }) as never
const tess = { id: 5, full_name: 'Tess Tech' }

/** By hand: whose turn it is (`corrections/work`). */
test.each<[string, Omit<Partial<CustomerRequest>, 'can' | 'status'>, who: string]>([
  ['a tray that the lab corrects', { flawed_trays: waiting }, 'Archwire Lab'],
  ['one with a technician', { flawed_trays: waiting, flawed_trays_workflow: by(tess) }, 'Tess Tech'],
  ['a tray that the partner corrects', { flawed_trays: waiting, corrected_by: 3 }, 'North Lab'],
  [
    'a corrected tray that the practice prints',
    { flawed_trays: corrected, corrected_by: 3, printing_request: givenPrint({ assign_to: 2 }) },
    'Jane Marsh',
  ],
  ['a print of the partner', { printing_request: givenPrint({ assign_to: 3 }) }, 'North Lab'],
  ['a print of the lab', { printing_request: givenPrint() }, 'Archwire Lab'],
])('of %s', async (_, said, who) => {
  answersAt({ '/settings': { settings: { lab: { time_zone: 'America/Denver' } } } })
  const screen = await showPage(() => (
    <SessionContext value={sessionOf('supervisor')}>
      <RequestStatus request={givenRequest({ third_party_partner: 'North Lab', ...said })} />
    </SessionContext>
  ))
  await expect.element(page.getByText('With', { exact: true })).toBeVisible()
  await expect.element(page.getByText(who, { exact: true })).toBeVisible()
  await screen.unmount()
})
