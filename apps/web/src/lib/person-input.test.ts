import { afterEach, beforeEach, expect, test, vi } from 'vitest'

beforeEach(() => {
  vi.resetModules()
  vi.useFakeTimers({ toFake: ['performance'] })
})
afterEach(() => vi.useRealTimers())

async function page() {
  const { markOfInput, watchInput } = await import('./person-input.ts')
  const target = new EventTarget()
  const told = vi.fn<() => void>()
  watchInput(told, target)
  const send = (type: string, more: object = {}) => target.dispatchEvent(Object.assign(new Event(type), more))
  const counts = () => 'x-input' in markOfInput()
  return { send, counts, told }
}
const pass = (ms: number) => vi.advanceTimersByTime(ms)

test('a call counts that follows opening the page, a key or a press; later ones of the page itself do not', async () => {
  const { send, counts } = await page()
  expect(counts()).toBe(true)
  pass(6_000)
  expect(counts()).toBe(false)
  for (const type of ['keydown', 'pointerdown', 'wheel', 'touchmove']) {
    send(type)
    expect(counts(), type).toBe(true)
    pass(6_000)
    expect(counts(), type).toBe(false)
  }
})

test('a mouse counts when it moves, not when it trembles or the page below it changes', async () => {
  const { send, counts } = await page()
  pass(6_000)
  send('pointermove', { screenX: 100, screenY: 100 })
  send('pointermove', { screenX: 100, screenY: 100 })
  send('pointermove', { screenX: 102, screenY: 101 })
  expect(counts()).toBe(false)
  send('pointermove', { screenX: 110, screenY: 101 })
  expect(counts()).toBe(true)
})

test('somebody who reads for long without a call is told by one, once in a while', async () => {
  const { send, told } = await page()
  for (let minute = 0; minute < 12; minute += 1) {
    pass(60_000)
    send('wheel')
  }
  expect(told).toHaveBeenCalledTimes(3)
})
