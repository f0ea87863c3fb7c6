import { afterEach, expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { fakeServer, show } from '../../test/show.tsx'
import { useLabClock } from './lab-clock.ts'

const Today = () => <output aria-label="Today">{useLabClock().today}</output>
const today = page.getByRole('status', { name: 'Today' })

afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
})

test('a page that is left open overnight learns the lab’s new day', async () => {
  fakeServer({ body: { settings: { lab: { time_zone: 'Pacific/Guam' } } } })
  vi.useFakeTimers({ toFake: ['Date', 'setInterval'], now: Date.parse('2026-11-20T13:58:00Z') })
  const screen = await show(<Today />)
  await expect.element(today).toHaveTextContent('2026-11-20')
  await vi.advanceTimersByTimeAsync(3 * 60_000)
  await expect.element(today).toHaveTextContent('2026-11-21')
  await screen.unmount()
})

test('a device that slept over midnight learns it when the page is seen again', async () => {
  fakeServer({ body: { settings: { lab: { time_zone: 'Pacific/Honolulu' } } } })
  vi.useFakeTimers({ toFake: ['Date', 'setInterval'], now: Date.parse('2026-11-20T22:00:00Z') })
  const screen = await show(<Today />)
  await expect.element(today).toHaveTextContent('2026-11-20')
  // No timer runs while it sleeps.
  vi.setSystemTime(Date.parse('2026-11-21T18:00:00Z'))
  document.dispatchEvent(new Event('visibilitychange'))
  await expect.element(today).toHaveTextContent('2026-11-21')
  await screen.unmount()
})
