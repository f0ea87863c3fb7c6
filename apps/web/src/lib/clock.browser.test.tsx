import { afterEach, expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { show } from '../../test/show.tsx'
import { useNow, useTimeAs } from './clock.ts'

const Clock = () => <output aria-label="Now">{new Date(useNow()).toISOString()}</output>
const now = page.getByRole('status', { name: 'Now' })

afterEach(() => void vi.useRealTimers())

test('after a while in which nobody asked, the time is not that of the last time', async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.parse('2026-11-20T10:00:00.000Z') })
  const first = await show(<Clock />)
  await expect.element(now).toHaveTextContent('2026-11-20T10:00:00.000Z')
  await first.unmount()
  vi.setSystemTime(Date.parse('2026-11-20T10:20:00.000Z'))
  await show(<Clock />)
  await expect.element(now).toHaveTextContent('2026-11-20T10:20:00.000Z')
})

test('what time is called re-renders with its words, not with every tick', async () => {
  vi.useFakeTimers({ toFake: ['Date', 'setInterval'], now: Date.parse('2026-11-20T10:00:00.000Z') })
  const drawn = vi.fn()
  const Hour = () => {
    drawn()
    return <output aria-label="Hour">{useTimeAs((at) => new Date(at).toISOString().slice(0, 13))}</output>
  }
  await show(<Hour />)
  drawn.mockClear()
  await vi.advanceTimersByTimeAsync(59 * 60_000)
  expect(drawn).not.toHaveBeenCalled()
  await vi.advanceTimersByTimeAsync(60_000)
  await expect.element(page.getByRole('status', { name: 'Hour' })).toHaveTextContent('2026-11-20T11')
})
