import { pino } from 'pino'
import type { PgBoss } from 'pg-boss'
import { expect, it, vi } from 'vitest'
import { z } from 'zod'
import { defineJob, type JobDefinition, type JobTools } from './define.ts'
import { work } from './runner.ts'

type Handler = (batch: object[]) => Promise<{ id: string; status: string }[]>

/** Gives the handler that a job gets, as the queue would call it with jobs of these numbers. */
async function handling(job: JobDefinition) {
  const boss = { work: vi.fn() }
  await work(boss as unknown as PgBoss, [job], { log: pino({ level: 'silent' }) } as unknown as JobTools)
  const [, options, handler] = boss.work.mock.calls[0] as [string, { batchSize: number }, Handler]
  const run = (numbers: number[]) =>
    handler(numbers.map((n) => ({ id: `job ${n}`, data: { n }, retryCount: 0, retryLimit: 5 })))
  return { run, batchSize: options.batchSize }
}
const payload = z.strictObject({ n: z.int() })

it('runs jobs that wait as one where their definition says how', async () => {
  const [alone, together] = [vi.fn(), vi.fn()]
  const job = defineJob({ name: 'x', payload, retry: 'soon', run: alone, together: { atMost: 50, run: together } })
  const { run, batchSize } = await handling(job as JobDefinition)
  expect(batchSize).toBe(50)
  expect(await run([1, 2])).toEqual([1, 2].map((n) => ({ id: `job ${n}`, status: 'completed' })))
  expect(together).toHaveBeenCalledExactlyOnceWith(expect.anything(), [{ n: 1 }, { n: 2 }])
  expect(alone).not.toHaveBeenCalled()
  await run([3])
  expect(alone).toHaveBeenCalledOnce()
})

it('runs each alone when they fail together: one failure fails no other job', async () => {
  const alone = vi.fn(async (_tools: JobTools, { n }: { n: number }) => {
    if (n === 2) throw new TypeError('two')
  })
  const together = { atMost: 50, run: async () => Promise.reject(new TypeError('together')) }
  const { run } = await handling(
    defineJob({ name: 'x', payload, retry: 'soon', run: alone, together }) as JobDefinition,
  )
  expect(await run([1, 2, 3])).toMatchObject([
    { id: 'job 1', status: 'completed' },
    { id: 'job 2', status: 'failed', output: { message: 'TypeError two' } },
    { id: 'job 3', status: 'completed' },
  ])
})
