import { createHash, randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { staleCaseRows } from '../../src/modules/cases/case-row.sql.ts'
import type { GivenPractice } from '../given.ts'
import { openPortal, rounds, type Portal } from './portal.ts'

let portal: Portal
let practice: GivenPractice
let token: string
beforeAll(async () => {
  portal = await openPortal()
  practice = await portal.given.practice()
  token = await portal.token(practice.owner)
})
afterAll(() => portal.close())

/** Calls until the server answers; a call that got no answer, or "not now", is sent again as it was. */
async function insist(
  method: string,
  path: string,
  options: { body?: object; bytes?: Uint8Array; key?: string } = {},
): Promise<{ status: number; body: Record<string, never> }> {
  for (let attempt = 0; attempt < 400; attempt += 1) {
    try {
      const answer = await fetch(portal.base + path, {
        method,
        headers: {
          authorization: `Bearer ${token}`,
          ...(options.key ? { 'idempotency-key': options.key } : {}),
          'content-type': options.bytes ? 'application/octet-stream' : 'application/json',
        },
        ...(options.bytes
          ? { body: Buffer.from(options.bytes) }
          : method === 'GET'
            ? {}
            : { body: JSON.stringify(options.body ?? {}) }),
        signal: AbortSignal.timeout(10_000),
      })
      if (answer.status < 500) return { status: answer.status, body: (await answer.json()) as Record<string, never> }
    } catch {
      // No answer: nobody knows whether it happened. The same key says it is the same wish.
    }
    await sleep(100)
  }
  throw new Error(`${method} ${path} was never answered`)
}

const rows = async <T>(query: ReturnType<typeof sql<T>>): Promise<T[]> => {
  for (let attempt = 0; ; attempt += 1) {
    try {
      return (await query.execute(portal.connection.db)).rows
    } catch (error) {
      if (attempt > 100) throw error
      await sleep(100)
    }
  }
}

/** Eight people submit without pause while `fault` strikes; afterwards every wish exists exactly once, in every place. */
async function submitUnderFault(fault: () => Promise<void>): Promise<void> {
  const label = randomBytes(4).toString('hex').toUpperCase()
  const wishes = Array.from({ length: 40 }, (_, index) => ({
    key: `fault-${label}-${index}`,
    body: portal.given.form(practice, { first_name: 'Fault', last_name: `X${label} ${index}` }),
  }))
  const queue = [...wishes]
  const acknowledged: number[] = []
  const person = async () => {
    for (let wish = queue.shift(); wish; wish = queue.shift()) {
      const answer = await insist('POST', `/api/v1/organizations/${practice.id}/rx_forms`, {
        body: wish.body,
        key: wish.key,
      })
      expect(answer.status, JSON.stringify(answer.body)).toBe(200)
      acknowledged.push((answer.body as unknown as { rx_form: { patient_id: number } }).rx_form.patient_id)
    }
  }
  await Promise.all([...Array.from({ length: 8 }, person), fault()])
  expect(new Set(acknowledged).size).toBe(wishes.length)
  const found = await rows(sql<{ id: number; forms: number; rows: number; history: number }>`
    select p.id, (select count(*)::int from rx_forms r where r.patient_id = p.id) as forms,
      (select count(*)::int from case_rows c where c.patient_id = p.id) as rows,
      (select count(*)::int from case_history h where h.patient_id = p.id and h.event = 'submitted') as history
    from patients p where p.last_name like ${`X${label} %`} order by p.id`)
  expect(found.map((row) => row.id)).toEqual([...acknowledged].sort((a, b) => a - b))
  expect(found.filter((row) => row.forms !== 1 || row.rows !== 1 || row.history !== 1)).toEqual([])
}

describe('kill -9 of the server', () => {
  it.each(Array.from({ length: rounds(2) }, (_, round) => round))('during submits, round %i', async () => {
    await submitUnderFault(async () => {
      await sleep(150 + Math.random() * 500)
      portal.killServer()
      await portal.restart()
    })
  })

  it.each(Array.from({ length: rounds(1) }, (_, round) => round))('during an upload in parts, round %i', async () => {
    const bytes = new Uint8Array(randomBytes(18 * 1024 * 1024))
    const sha256 = createHash('sha256').update(bytes).digest('hex')
    const { body: link } = await insist(
      'GET',
      `/api/v1/organizations/${practice.id}/rx_forms/upload_link?${new URLSearchParams({ name: 'upper.stl', size: String(bytes.length), sha256 })}`,
    )
    const {
      part_urls: urls,
      part_size: size,
      file_path,
    } = link as unknown as { part_urls: string[]; part_size: number; file_path: string }
    const fault = async () => {
      await sleep(Math.random() * 60)
      portal.killServer()
      await portal.restart()
    }
    await Promise.all([
      fault(),
      ...urls.map((url, index) => insist('PUT', url, { bytes: bytes.subarray(index * size, (index + 1) * size) })),
    ])
    const submitted = await insist('POST', `/api/v1/organizations/${practice.id}/rx_forms`, {
      key: randomBytes(8).toString('hex'),
      body: portal.given.form(practice, {
        impression_type: 4,
        scan_submission_type: 1,
        scanner_type: 1,
        products_list: 16,
        stl_files: [{ file_path, name: 'upper.stl', jaws_id: 1 }],
      }),
    })
    expect(submitted.status, JSON.stringify(submitted.body)).toBe(200)
  })

  it.each(Array.from({ length: rounds(2) }, (_, round) => round))(
    'during the check of a scan: it is finished after the restart, once, round %i',
    async () => {
      const sample = new Uint8Array(
        readFileSync(join(import.meta.dirname, '..', '..', '..', '..', 'samples', 'scans', 'maxilla-cast-partial.stl')),
      )
      // One bit of the header differs each time: equal bytes would share the earlier result.
      sample.set(randomBytes(8), 20)
      const file_path = await portal.given.upload(practice.owner, practice.id, sample)
      const { body } = await insist('POST', `/api/v1/organizations/${practice.id}/rx_forms`, {
        key: randomBytes(8).toString('hex'),
        body: portal.given.form(practice, {
          impression_type: 4,
          scan_submission_type: 1,
          scanner_type: 1,
          products_list: 16,
          stl_files: [{ file_path, name: 'upper.stl', jaws_id: 1 }],
        }),
      })
      const { patient_id: id } = (body as unknown as { rx_form: { patient_id: number } }).rx_form
      await sleep(100 + Math.random() * 700)
      portal.killServer()
      const killed = Date.now()
      await portal.restart()
      let state = ''
      while (Date.now() - killed < 60_000 && state !== 'ready') {
        state = (
          await rows(sql<{ processing: string }>`select processing from patient_files where patient_id = ${id}`)
        )[0]!.processing
        await sleep(200)
      }
      expect(state).toBe('ready')
      const told = await rows(
        sql<{
          count: number
        }>`select count(*)::int as count from case_history where patient_id = ${id} and event = 'file_ready'`,
      )
      expect(told[0]!.count).toBe(1)
    },
  )
})

it('a signal to stop: what is under way is finished, open streams end, the exit is clean', async () => {
  const stream = await fetch(`${portal.base}/api/v1/realtime`, { headers: { authorization: `Bearer ${token}` } })
  const under = submitUnderFault(async () => {
    await sleep(200)
    const { code, milliseconds } = await portal.stopServer()
    expect(code).toBe(0)
    expect(milliseconds).toBeLessThan(25_000)
    await portal.restart()
  })
  await under
  // Reads to the end: the server closed it.
  await stream.text()
})

describe('kill -9 of PostgreSQL', () => {
  it.each(Array.from({ length: rounds(2) }, (_, round) => round))(
    'during submits: nothing acknowledged is lost, nothing doubled, round %i',
    async () => {
      await submitUnderFault(async () => {
        await sleep(150 + Math.random() * 500)
        await portal.killDatabase()
        await portal.ready()
      })
    },
  )
})

it('afterwards everything is as it should be: rows as built, outbox empty, one mail a case', async () => {
  expect(await staleCaseRows(portal.connection.db)).toEqual([])
  let waiting = 1
  for (let attempt = 0; attempt < 300 && waiting > 0; attempt += 1) {
    waiting = (
      await rows(
        sql<{
          count: number
        }>`select (select count(*) from outbox)::int + (select count(*) from mails where state = 'waiting')::int as count`,
      )
    )[0]!.count
    await sleep(200)
  }
  expect(waiting).toBe(0)
  const doubled = await rows(sql<{ count: number }>`
    select count(*)::int as count from (select organization_id, history_id from mails group by 1, 2, kind having count(*) > 1) twice`)
  expect(doubled[0]!.count).toBe(0)
  const missing = await rows(sql<{ count: number }>`
    select count(*)::int as count from case_history h where h.event = 'submitted' and not exists (select 1 from mails m where m.history_id = h.id)`)
  expect(missing[0]!.count).toBe(0)
})
