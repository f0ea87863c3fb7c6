import { setTimeout as sleep } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { openTurns } from './turns.ts'

it('a burst of one waits, and everyone else continues', async () => {
  const turns = openTurns({ most: 5, each: 3, patienceMs: 1_000 })
  const order: string[] = []
  let most = 0
  let now = 0
  const work = async (key: string) => {
    const done = await turns.take(key)
    most = Math.max(most, (now += 1))
    await sleep(2)
    order.push(key)
    now -= 1
    done()
  }
  const burst = Array.from({ length: 60 }, () => work('burst'))
  const others = Array.from({ length: 4 }, (_, index) => work(`other ${index % 2}`))
  await Promise.all([...burst, ...others])
  expect(most).toBe(5)
  expect(order).toHaveLength(64)
  expect(Math.max(...order.map((key, at) => (key === 'burst' ? 0 : at)))).toBeLessThan(12)
})

it('refuses a call that waited too long, and gives it no turn later', async () => {
  const turns = openTurns({ most: 1, each: 1, patienceMs: 20 })
  const first = await turns.take('one')
  await expect(turns.take('two')).rejects.toMatchObject({ status: 503, headers: { 'retry-after': '2' } })
  first()
  first()
  const again = await turns.take('two')
  await expect(turns.take('one')).rejects.toMatchObject({ status: 503 })
  again()
})
