import type { Me } from '@archwire/contract/auth/routes.ts'
import type { TechWorkflow } from '@archwire/contract/tech-workflows/routes.ts'
import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { fakeServer, showPage } from '../../../test/show.tsx'
import { showTimesIn } from '../../lib/format.ts'
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
  round: 1,
  asked_at: null,
  former_rounds: [],
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

const shown = (said: object = {}) =>
  showPage(() => (
    <SessionContext value={session}>
      <WorkflowTable workflow={{ ...workflow, ...said } as TechWorkflow} />
    </SessionContext>
  ))
const done = { ...step(1, 'Sculpt', '2025-11-20T21:52:00.000Z'), finished_at: '2025-11-20T22:10:00.000Z' }
const done1 = [done, step(2, 'Base', null)]
const times = 'Times of Sculpt: 2025/11/20 14:52 – 15:10 · 18 min'

test('steps are text; a time that is pressed becomes its two fields, and Enter keeps it (work/step-times)', async () => {
  showTimesIn('America/Denver')
  const calls = fakeServer({ status: 200, body: {} })
  const screen = await shown({ processes: done1 })
  expect(screen.container.querySelectorAll('input, select')).toHaveLength(0)
  screen.getByRole('button', { name: times }).element().focus()
  await userEvent.keyboard('{Enter}')
  const end = screen.getByLabelText('Sculpt, finished')
  await expect.element(screen.getByLabelText('Sculpt, started')).toHaveFocus()
  await expect.element(end).toHaveValue('2025/11/20 15:10')
  await end.fill('11/20/2025 3:20 pm')
  await userEvent.keyboard('{Enter}')
  const text = screen.getByRole('button', { name: 'Times of Sculpt: 2025/11/20 14:52 – 15:20 · 28 min' })
  await expect.element(text).toHaveFocus()
  expect(screen.container.querySelectorAll('input, select')).toHaveLength(0)
  await screen.getByRole('button', { name: 'Save' }).click()
  await expect
    .poll(() => calls.find(({ path }) => path === '/tech-workflows/3/processes')?.body)
    .toMatchObject({
      processes: [
        { id: 1, finished_at: '2025-11-20T22:20:00.000Z' },
        { id: 2, started_at: null },
      ],
    })
  await screen.unmount()
  showTimesIn(null)
})

test('Escape takes back what was changed, and a wrong row says so itself (work/times)', async () => {
  showTimesIn('America/Denver')
  fakeServer({ status: 200, body: {} })
  const screen = await shown({ processes: done1 })
  await screen.getByRole('button', { name: times }).click()
  const end = screen.getByLabelText('Sculpt, finished')
  await end.fill('2:20 PM')
  const row = screen.getByRole('row').nth(1)
  await expect.element(screen.getByRole('button', { name: 'Save' })).toBeDisabled()
  expect(row.element().textContent).not.toContain('must be before')
  await userEvent.tab()
  await expect.element(end).toHaveValue('2025/11/20 14:20')
  await expect
    .poll(() => row.element().textContent)
    .toContain('Process 1 - ST must be before ETThe step has to start (ST) before it ends (ET).')
  await expect.element(screen.getByRole('button', { name: 'Save' })).toBeDisabled()
  await userEvent.keyboard('{Escape}')
  await expect.element(screen.getByRole('button', { name: times })).toHaveFocus()
  await expect.poll(() => row.element().textContent).not.toContain('must be before')
  await expect.element(screen.getByRole('button', { name: 'Save' })).not.toBeInTheDocument()
  await screen.unmount()
  showTimesIn(null)
})

test('how a time is read is said while it is typed, before it can be saved (work/step-times)', async () => {
  showTimesIn('America/Denver')
  fakeServer({ status: 200, body: {} })
  const screen = await shown({ processes: done1 })
  await screen.getByRole('button', { name: times }).click()
  const start = screen.getByLabelText('Sculpt, started')
  await expect.element(start).toHaveFocus()
  // Screen readers announce what comes into a region that was there before.
  const said = screen.getByRole('table').getByRole('status')
  expect(said.elements().map(({ textContent }) => textContent)).toEqual(['', ''])
  const reading = screen.getByText(/^Read as/)
  for (const [text, read] of [
    ['2:52', 'Read as 2025/11/20 02:52, in the morning'],
    ['2:52 PM', 'Read as 2025/11/20 14:52, in the afternoon'],
    ['11/19/2025 18:05', 'Read as 2025/11/19 18:05, in the evening'],
  ] as const) {
    await start.fill(text)
    await expect.element(reading).toMatchTextContent(read)
    expect(reading.element()).toBe(said.elements()[0])
  }
  for (const text of ['soon', '', '2025/11/20 14:00']) {
    await start.fill(text)
    await expect.element(reading).not.toBeInTheDocument()
  }
  await start.fill('2:51')
  await expect.element(reading).toBeVisible()
  await userEvent.tab()
  await expect.element(start).toHaveValue('2025/11/20 02:51')
  await expect.element(reading).not.toBeInTheDocument()
  await screen.unmount()
  showTimesIn(null)
})

/** Where the words of a part are, without the space around them. */
const wordsOf = (part: Element): DOMRect => {
  const range = document.createRange()
  range.selectNodeContents(part)
  return range.getBoundingClientRect()
}

test.each([1440, 1000, 775, 700, 390])(
  'at %i px how a time is read covers nothing (work/step-times)',
  async (width) => {
    showTimesIn('America/Denver')
    await page.viewport(width, 800)
    fakeServer({ status: 200, body: {} })
    const row = (id: number, process: string) => ({ ...done, id, process })
    const screen = await shown({ processes: [row(1, 'Sculpt'), row(2, 'CFT'), row(3, 'Base')] })
    await screen.getByRole('button', { name: /^Times of CFT/ }).click()
    const fields = ['CFT, started', 'CFT, finished'].map((label) => screen.getByLabelText(label))
    await expect.element(fields[0]!).toHaveFocus()
    const button = screen.getByRole('button', { name: 'Done' })
    const top = button.element().getBoundingClientRect().top
    for (const field of fields) {
      await field.fill('2:51 PM')
      const reading = screen.getByText(/^Read as/)
      await expect.element(reading).toBeVisible()
      // No button moves away from the pointer.
      expect(button.element().getBoundingClientRect().top).toBe(top)
      const { left, right, top: above, bottom } = reading.element().getBoundingClientRect()
      expect(right).toBeLessThanOrEqual(width)
      const others = [
        ...[...screen.container.querySelectorAll('strong, .numeric > button')].map(wordsOf),
        ...[...screen.container.querySelectorAll('input, tr:nth-child(2) button')].map((part) =>
          part.getBoundingClientRect(),
        ),
      ]
      expect(others).toHaveLength(9)
      for (const other of others)
        expect(
          other.right <= left || other.left >= right || other.bottom <= above || other.top >= bottom,
          JSON.stringify([reading.element().getBoundingClientRect(), other]),
        ).toBe(true)
    }
    await screen.unmount()
    await page.viewport(1280, 800)
    showTimesIn(null)
  },
)

test('a time that cannot be read stays as it was typed, is said, and is not saved (screens/typed-dates)', async () => {
  showTimesIn('America/Denver')
  const calls = fakeServer({ status: 200, body: {} })
  const screen = await shown({ processes: done1 })
  await screen.getByRole('button', { name: times }).click()
  const [start, end] = ['started', 'finished'].map((word) => screen.getByLabelText(`Sculpt, ${word}`))
  await expect.element(start!).toHaveFocus()
  await end!.fill('25:10 PM')
  await userEvent.keyboard('{Enter}')
  await expect
    .element(end!)
    .toHaveAccessibleDescription(
      'Process 1 - “25:10 PM” is not a time Write it like 14:05 or 2:05 PM, or with its day like 2026/11/21 14:05.',
    )
  await expect.element(end!).toHaveFocus()
  // Left like this, the row shows it, and so does the field that is opened again.
  await userEvent.tab()
  await screen.getByRole('button', { name: 'Done' }).click()
  await screen.getByRole('button', { name: 'Times of Sculpt: 2025/11/20 14:52 – 25:10 PM' }).click()
  await expect.element(end!).toHaveValue('25:10 PM')
  await expect.element(end!).toHaveAttribute('aria-invalid', 'true')
  await expect.element(screen.getByRole('button', { name: 'Save' })).toBeDisabled()
  expect(calls.filter(({ path }) => path === '/tech-workflows/3/processes')).toEqual([])
  await end!.fill('3:10 PM')
  await userEvent.keyboard('{Enter}')
  await expect.element(screen.getByRole('button', { name: times })).toHaveFocus()
  await expect.element(screen.getByRole('button', { name: 'Save' })).not.toBeInTheDocument()
  await screen.unmount()
  showTimesIn(null)
})

test('the minute that a time was keeps its seconds; an emptied time is cleared (work/step-times)', async () => {
  showTimesIn('America/Denver')
  fakeServer({ status: 200, body: {} })
  const exact = { ...done, started_at: '2025-11-20T21:52:37.000Z' }
  const screen = await shown({ processes: [exact, step(2, 'Base', null)] })
  const name = 'Times of Sculpt: 2025/11/20 14:52 – 15:10 · 17 min'
  await screen.getByRole('button', { name }).click()
  const start = screen.getByLabelText('Sculpt, started')
  await expect.element(start).toHaveFocus()
  // What is typed takes the place of what was there.
  await userEvent.keyboard('14:53')
  await expect.element(screen.getByRole('button', { name: 'Save' })).toBeVisible()
  await start.fill('14:52')
  await expect.element(screen.getByRole('button', { name: 'Save' })).not.toBeInTheDocument()
  await screen.getByLabelText('Sculpt, finished').fill('')
  await userEvent.keyboard('{Enter}')
  await expect.element(screen.getByRole('button', { name: 'Times of Sculpt: Since 2025/11/20 14:52' })).toHaveFocus()
  await screen.unmount()
  showTimesIn(null)
})

test('a technician is chosen from a list that opens by a press, and closes by the choice (work/step-times)', async () => {
  fakeServer({ status: 200, body: { users: [{ id: 9, full_name: 'Priya Nair' }] } })
  const screen = await showPage(() => (
    <SessionContext value={{ ...session, me: { ...session.me, roles: ['supervisor'] } as unknown as Me }}>
      <WorkflowTable workflow={workflow} />
    </SessionContext>
  ))
  screen.getByRole('button', { name: 'Technician of Base: No one yet' }).element().focus()
  await userEvent.keyboard(' ')
  const list = screen.getByRole('combobox', { name: 'Technician of Base' })
  await expect.element(list).toHaveFocus()
  await userEvent.keyboard('{Escape}')
  await expect.element(screen.getByRole('button', { name: 'Technician of Base: No one yet' })).toHaveFocus()
  await screen.getByRole('button', { name: 'Technician of Base: No one yet' }).click()
  await expect.element(list).toHaveFocus()
  await userEvent.selectOptions(list, '9')
  await expect.element(screen.getByRole('button', { name: 'Technician of Base: Priya Nair' })).toHaveFocus()
  await screen.unmount()
})

test('a later round says when it was asked for; the steps of the one before can be read (work/rounds)', async () => {
  showTimesIn('America/Denver')
  fakeServer({ status: 200, body: {} })
  const former = [{ round: 1, asked_at: null, processes: [done] }]
  const screen = await shown({ round: 2, asked_at: '2025-11-20T22:10:00.000Z', former_rounds: former })
  await expect
    .element(screen.getByRole('heading', { name: 'Round 2 · changes asked on 2025/11/20 15:10' }))
    .toBeVisible()
  await screen.getByText('Round 1').click()
  const table = screen.getByRole('table', { name: 'Steps of round 1' })
  await expect.poll(() => table.element().textContent).toContain('Sculpt')
  await expect.poll(() => table.element().textContent).toContain('Tina Tech')
  await expect.poll(() => table.element().textContent).toContain('14:52 – 15:10 · 18 min')
  expect(table.element().querySelectorAll('button, input, select')).toHaveLength(0)
  await screen.unmount()
  showTimesIn(null)
})

test('on a phone whatever is pressed in a step is 40 px high (work/step-times)', async () => {
  await page.viewport(390, 844)
  fakeServer({ status: 200, body: {} })
  const screen = await shown()
  const heights = () => [...screen.container.querySelectorAll('button')].map((button) => button.offsetHeight)
  await expect.poll(() => heights().length).toBeGreaterThan(5)
  for (const height of heights()) expect(height).toBeGreaterThanOrEqual(40)
  await screen.getByRole('button', { name: /^Times of Base/ }).click()
  for (const field of screen.container.querySelectorAll<HTMLElement>('input, button'))
    expect(field.offsetHeight).toBeGreaterThanOrEqual(40)
  await screen.unmount()
  await page.viewport(1280, 800)
})
