import type { Me } from '@archwire/contract/auth/routes.ts'
import type { TechWorkflow } from '@archwire/contract/tech-workflows/routes.ts'
import { expect, test } from 'vitest'
import { fakeServer, showPage } from '../../../test/show.tsx'
import { SessionContext } from '../../lib/session.tsx'
import { OpenSteps } from './open-steps.tsx'
import { WorkflowTable } from './workflow-table.tsx'

const step = (id: number, process: string, started_at: string | null) => ({
  id,
  step: 'Models',
  process,
  started_at,
  finished_at: null,
  user_id: started_at ? 5 : null,
  tech_name: started_at ? 'Tina Tech' : null,
})
const workflow = {
  id: 3,
  version: 4,
  kind: 'initial_case_setup',
  processes: [step(1, 'Sculpt', '2026-11-20T10:00:00.000Z'), step(2, 'Base', null)],
  can: { edit: true },
  why_not: {},
} as unknown as TechWorkflow
const session = {
  me: { id: 5, full_name: 'Tina Tech', roles: [], organizations: [] } as unknown as Me,
  organization: undefined,
  switchOrganization: () => {},
}

test.each([
  ['finished in the table', <WorkflowTable key="table" workflow={workflow} />, /^Finish/],
  ['finished before a decision', <OpenSteps key="steps" workflow={workflow} />, /^Finish the running step/],
])('a step that is %s names the version that it was read at (calls/version)', async (_, part, name) => {
  const calls = fakeServer({ status: 409, body: { error: 'Someone else changed this in the meantime.', code: 409 } })
  const screen = await showPage(() => <SessionContext value={session}>{part}</SessionContext>)
  await screen.getByRole('button', { name }).first().click()
  const saves = () => calls.filter(({ path }) => path === '/tech-workflows/3/processes')
  await expect.poll(() => saves().length).toBe(1)
  expect(saves()[0]!.body).toMatchObject({ version: 4 })
  await screen.unmount()
})
