import { afterEach, expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { fakeServer, show } from '../../test/show.tsx'
import { markOfInput } from '../lib/person-input.ts'
import { dropWork, holdWork } from '../lib/unsaved-work.ts'
import { IdleWarning } from './idle-warning.tsx'

afterEach(() => void vi.useRealTimers())

const question = page.getByRole('dialog', { name: 'Are you still there?' })
const start = Date.parse('2026-11-23T10:00:00.000Z')

/** The page of somebody whose session ends after half an hour; time passes as the test says. */
async function idleFor(minutes: number) {
  vi.useFakeTimers({ toFake: ['Date', 'setInterval', 'clearInterval'], now: start })
  const calls = fakeServer({
    body: { settings: { management_idle_minutes: 30, lab: { time_zone: 'America/Denver' } } },
  })
  const onLogout = vi.fn()
  markOfInput(true)
  const onEnd = vi.fn()
  await show(<IdleWarning onLogout={onLogout} onEnd={onEnd} />)
  await expect.poll(() => calls.length).toBeGreaterThan(0)
  const pass = async (ms: number) => {
    await vi.advanceTimersByTimeAsync(ms)
  }
  await pass(minutes * 60_000)
  return { calls, onLogout, onEnd, pass }
}

test('somebody who was here a moment ago is not asked', async () => {
  await idleFor(26)
  await expect.element(question).not.toBeInTheDocument()
})

test('before the end the page asks; an answer tells the server, and the question goes', async () => {
  const { calls, onLogout, pass } = await idleFor(27.5)
  await expect.element(question).toMatchTextContent('In 2 minutes you will be signed out')
  // Read before it is answered.
  await new Promise((resolve) => setTimeout(resolve, 550))
  await userEvent.keyboard('{Enter}')
  await expect.element(question).not.toBeInTheDocument()
  expect(calls.at(-1)!.path).toBe('/me')
  expect(onLogout).not.toHaveBeenCalled()
  await pass(60_000)
  await expect.element(question).not.toBeInTheDocument()
})

test('a file on its way is named, and what becomes of it (access/idle)', async () => {
  holdWork('files:7:scan', 'Some files have not been added to the case yet.')
  await idleFor(28)
  await expect
    .element(question)
    .toMatchTextContent('A file is still on its way: it goes on, and is added to its case when you sign in again.')
  dropWork('files:7:scan')
})

test('work in another tab is an answer, too', async () => {
  const { pass } = await idleFor(28)
  await expect.element(question).toBeVisible()
  localStorage.setItem('archwire.told-at', String(Date.now()))
  await pass(10_000)
  await expect.element(question).not.toBeInTheDocument()
})

test('who wants to leave leaves', async () => {
  const { onLogout } = await idleFor(28)
  await page.getByRole('button', { name: 'Sign out' }).click()
  expect(onLogout).toHaveBeenCalledOnce()
})

test('a page that no line tells of the end ends by itself, a minute later', async () => {
  const { onEnd, pass } = await idleFor(30.5)
  expect(onEnd).not.toHaveBeenCalled()
  await pass(35_000)
  expect(onEnd).toHaveBeenCalled()
})
