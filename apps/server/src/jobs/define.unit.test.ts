import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { allJobs } from '../worker.ts'
import { retries } from './define.ts'

const source = join(import.meta.dirname, '..')
const texts = readdirSync(source, { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts'))
  .map((name) => readFileSync(join(source, name), 'utf8'))

it('every job that a change leaves in the outbox is one that someone does', () => {
  // By the fragment, by name, beside a mail. What an activity asks for, `subscribers.test.ts` compares.
  const asked = /(?:jobRows\(sql`\s*select |enqueue\(\w+, |name: )'([a-z]+\.[\w.-]+)'/g
  const written = texts
    .filter((text) => /kernel\/outbox|into outbox|queueMail/.test(text))
    .flatMap((text) => [...text.matchAll(asked)].map(([, name]) => name))
  expect(new Set(written).size).toBeGreaterThan(5)
  expect(written.filter((name) => !allJobs.some((job) => job.name === name))).toEqual([])
  expect(new Set(allJobs.map(({ name }) => name)).size).toBe(allJobs.length)
})

it('a scheduled job needs no payload', () => {
  for (const job of allJobs) if (job.schedule) expect(job.payload.parse({}), job.name).toEqual({})
})

/** Seconds from the first try to the last one, with the least luck that the queue's chance allows. */
const shortest = ({ retryLimit, retryDelay, ...more }: (typeof retries)[keyof typeof retries]) =>
  Array.from({ length: retryLimit }, (_, count) =>
    Math.min('retryDelayMax' in more ? more.retryDelayMax : Infinity, retryDelay * 2 ** Math.min(16, count)),
  ).reduce((sum, pause) => sum + pause, 0)

it('scans outlive a bucket that is away for a quarter of an hour, mails a server that is away for a day', () => {
  expect(shortest(retries.persistent)).toBeGreaterThan(15 * 60)
  expect(shortest(retries.patient)).toBeGreaterThan(24 * 3600)
  expect(allJobs.find(({ name }) => name === 'files.process')?.retry).toBe('persistent')
  expect(allJobs.find(({ name }) => name === 'mail.send')?.retry).toBe('patient')
})
