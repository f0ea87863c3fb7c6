import { createHash, randomBytes } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { chanceOf } from '../../../../tools/chance.ts'
import { staleCaseRows } from '../../src/modules/case-core/case-row.sql.ts'
import { openStorage } from '../../src/services/storage/index.ts'
import { openFleetScene, type FleetScene } from './scene.ts'

/**
 * Everything at once: servers and worker killed, bucket and mail server away, database frozen, a table locked, while people go
 * on working. Afterwards every acknowledged write is there once, every scan checked, every mail sent, nothing is held.
 */
const long = process.env.LONG === '1'
const seconds = long ? 360 : 40
/** People of the short run breathe between two acts: what is struck is in the middle of something all the same. */
const breath = long ? 0 : 150
const seed = Number(process.env.FAULT_SEED ?? 20261122)
const chance = chanceOf(seed)
const factor = 3

let scene: FleetScene
beforeAll(async () => {
  // Small enough that a count which is held on to shows in the end.
  scene = await openFleetScene({ supervised: true, environment: { RATE_FACTOR: String(factor) } })
})
afterAll(() => scene?.close())

interface Answer {
  status: number
  body: Record<string, unknown>
}

/** Someone who does not give up: what got no answer, or "try again", is sent again as it was, with the same key. */
async function insist(token: string, method: string, path: string, body?: object | Uint8Array): Promise<Answer> {
  const key = `all-${randomBytes(8).toString('hex')}`
  const bytes = body instanceof Uint8Array
  const until = Date.now() + (seconds + 120) * 1000
  while (Date.now() < until) {
    try {
      const answer = await fetch(path.startsWith('http') ? path : scene.fleet.url + path, {
        method,
        headers: {
          ...(bytes ? { 'content-type': 'application/octet-stream' } : { authorization: `Bearer ${token}` }),
          ...(body && !bytes ? { 'content-type': 'application/json' } : {}),
          ...(method === 'POST' ? { 'idempotency-key': key } : {}),
        },
        ...(body ? { body: bytes ? Buffer.from(body) : JSON.stringify(body) } : {}),
        signal: AbortSignal.timeout(30_000),
      })
      const text = await answer.text()
      const busy = answer.status === 429 || (answer.status === 409 && text.includes('Please try again'))
      if (answer.status < 500 && !busy)
        return { status: answer.status, body: text.startsWith('{') ? (JSON.parse(text) as Answer['body']) : {} }
    } catch {
      // No answer: no one knows whether it happened. The same key says it is the same request.
    }
    await sleep(100)
  }
  throw new Error(`${method} ${path.split('?')[0]} was never answered`)
}

const fine = ({ status, body }: Answer): Record<string, unknown> => {
  expect(status, JSON.stringify(body)).toBe(200)
  return body
}

/**
 * What the test prepares past the servers waits for what they were at when their connections froze, too: it is started anew
 * until the database has given those up.
 */
async function patiently<T>(prepare: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt += 1)
    try {
      return await prepare()
    } catch (error) {
      if (attempt === 6) throw error
      await sleep(2_000)
    }
}

const faults: Record<string, () => Promise<unknown>> = {
  'kill of a server': async () => scene.fleet.strike(chance() < 0.5 ? 0 : 1, 'SIGKILL'),
  'kill of the worker': async () => scene.fleet.strike('worker', 'SIGKILL'),
  'bucket away': () => away(scene.fleet.wires.bucket),
  'mail server away': () => away(scene.fleet.wires.mail),
  'database frozen': async () => scene.fleet.wires.database.freeze(),
  'table locked': () => scene.asOwner(`begin; lock table case_rows in share mode; select pg_sleep(3); commit`),
}
async function away(wire: { cut(): void; mend(): void }): Promise<void> {
  wire.cut()
  await sleep(2_000 + chance() * 4_000)
  wire.mend()
}

it(
  `loses and doubles nothing in ${seconds} s, seed ${seed}`,
  async () => {
    const { fleet, practice, given, connection, config } = scene
    const token = await scene.token(practice.owner)
    const family = `X${randomBytes(4).toString('hex').toUpperCase()}`
    const submitted: { id: number; name: string; sha256?: string }[] = []
    const notes = new Map<number, string>()
    const approved: number[] = []
    let going = true

    const submit = async (name: string, form: object) => {
      const { rx_form } = fine(
        await insist(token, 'POST', `/api/v1/organizations/${practice.id}/rx_forms`, {
          ...given.form(practice, { first_name: 'All', last_name: name, ...form }),
        }),
      )
      return (rx_form as { patient_id: number }).patient_id
    }
    const people: Record<string, (turn: number) => Promise<void>> = {
      async submits(turn) {
        const name = `${family} Plain ${turn}`
        submitted.push({ id: await submit(name, {}), name })
      },
      async 'submits a scan'(turn) {
        const name = `${family} Scan ${turn}`
        const bytes = given.scan('upper', 1 + (turn % 50))
        bytes.set(randomBytes(8), 20)
        const sha256 = createHash('sha256').update(bytes).digest('hex')
        const search = new URLSearchParams({ name: 'upper.stl', size: String(bytes.length), sha256 })
        const link = fine(
          await insist(token, 'GET', `/api/v1/organizations/${practice.id}/rx_forms/upload_link?${search}`),
        ) as { url: string; file_path: string }
        expect((await insist(token, 'PUT', link.url, bytes)).status).toBe(200)
        const scanned = { impression_type: 4, scan_submission_type: 1, scanner_type: 1, products_list: 16 } as const
        const stl_files = [{ file_path: link.file_path, name: 'upper.stl', jaws_id: 1 as const }]
        submitted.push({ id: await submit(name, { ...scanned, stl_files }), name, sha256 })
      },
      async writes(turn) {
        const target = submitted[turn % Math.max(1, submitted.length)]
        if (!target) return sleep(50)
        const text = `Note ${turn} of ${family}`
        fine(await insist(token, 'PUT', `/api/v1/patients/${target.id}/notes`, { field: 'doctor_notes', text }))
        notes.set(target.id, text)
      },
      async reads() {
        fine(await insist(token, 'GET', '/api/v1/patients?perPage=50'))
        await sleep(50)
      },
      async approves() {
        const testCase = await patiently(() =>
          given.case({ practice, stage: 'awaiting_approval', form: { last_name: `${family} Setup` } }),
        )
        const { patient } = fine(await insist(token, 'GET', `/api/v1/patients/${testCase.id}`)) as {
          patient: { seen: string }
        }
        fine(await insist(token, 'POST', `/api/v1/patients/${testCase.id}/approve`, { seen: patient.seen }))
        approved.push(testCase.id)
      },
    }
    const work = Promise.all(
      Object.values(people).map(async (turn) => {
        for (let count = 1; going; count += 1) {
          await turn(count)
          await sleep(breath)
        }
      }),
    )

    // Whoever cannot continue is heard of at the end.
    work.catch(() => {})
    const began = Date.now()
    const struck: Record<string, number> = {}
    const under: Promise<unknown>[] = []
    let frozenAt = 0
    const names = Object.keys(faults)
    for (let count = 0; Date.now() - began < seconds * 1000; count += 1) {
      // Each of them once before chance decides.
      const name = names[count < names.length ? count : Math.floor(chance() * names.length)]!
      // Each freeze leaves its connections with the database until that notices; it has not places for many of them at once.
      if (name === 'database frozen' && Date.now() - frozenAt < 30_000) continue
      if (name === 'database frozen') frozenAt = Date.now()
      struck[name] = (struck[name] ?? 0) + 1
      under.push(faults[name]!().catch(() => {}))
      await sleep(1_500 + chance() * 3_000)
    }
    await Promise.all(under)
    going = false
    await work

    // What waits between two attempts (a mail up to half an hour) is due at once: how long it waits is asked elsewhere.
    const allDue = () =>
      scene.asOwner(`update pgboss.job set start_after = now() where state = 'retry' and start_after > now()`)
    const left = async () => {
      const { rows } = await sql<Record<string, number>>`
      select (select count(*)::int from outbox) as outbox, (select count(*)::int from mails where state = 'waiting') as mails,
        (select count(*)::int from patient_files where processing = 'waiting') as files,
        (select count(*)::int from pgboss.job where state in ('created', 'retry', 'active')
          and name in ('case.announce', 'mail.send', 'files.process')) as jobs`.execute(connection.db)
      return rows[0]!
    }
    const nothing = { outbox: 0, mails: 0, files: 0, jobs: 0 }
    let remains = await left()
    for (let waited = 0; waited < 180_000 && Object.values(remains).some(Boolean); waited += 500) {
      await sleep(500)
      await allDue()
      remains = await left()
    }
    expect(remains).toEqual(nothing)

    const { rows: found } = await sql<{
      id: number
      name: string
      forms: number
      rows: number
      history: number
      notes: string
    }>`
    select p.id, p.last_name as name, p.doctor_notes as notes,
      (select count(*)::int from rx_forms r where r.patient_id = p.id) as forms,
      (select count(*)::int from case_rows c where c.patient_id = p.id) as rows,
      (select count(*)::int from case_history h where h.patient_id = p.id and h.event = 'submitted') as history
    from patients p where p.last_name like ${`${family} Plain %`} or p.last_name like ${`${family} Scan %`} order by p.id`.execute(
      connection.db,
    )
    expect(found.map(({ id, name, forms, rows, history }) => ({ id, name, forms, rows, history }))).toEqual(
      submitted
        .map(({ id, name }) => ({ id, name, forms: 1, rows: 1, history: 1 }))
        .sort((first, second) => first.id - second.id),
    )
    for (const { id, notes: text } of found) if (notes.has(id)) expect(text).toBe(notes.get(id))

    // Every scan arrived whole and was checked.
    const storage = openStorage(config)
    for (const { id, sha256 } of submitted.filter((item) => item.sha256)) {
      const { rows } = await sql<{ storage_key: string; processing: string; problem: string | null }>`
      select storage_key, processing, problem from patient_files where patient_id = ${id}`.execute(connection.db)
      expect(rows).toMatchObject([{ processing: 'ready', problem: null }])
      const hash = createHash('sha256')
      for await (const piece of await storage.read(rows[0]!.storage_key)) hash.update(piece as Buffer)
      expect(hash.digest('hex')).toBe(sha256)
    }
    const { rows: decisions } = await sql<{ id: number; history: number }>`
    select p.id, (select count(*)::int from case_history h where h.patient_id = p.id and h.event = 'approved') as history
    from patients p where p.id = any(${approved}::int[]) order by p.id`.execute(connection.db)
    expect(decisions).toEqual(approved.sort((a, b) => a - b).map((id) => ({ id, history: 1 })))

    // Every mail went out, and exists once.
    const { rows: mails } = await sql<{ unsent: number; doubled: number; missing: number; failed: number }>`
    select (select count(*)::int from mails where state <> 'sent') as unsent,
      (select count(*)::int from (select 1 from mails where history_id is not null
        group by history_id, kind, to_address having count(*) > 1) twice) as doubled,
      (select count(*)::int from case_history h where h.event = 'submitted'
        and not exists (select 1 from mails m where m.history_id = h.id)) as missing,
      (select count(*)::int from pgboss.job where state = 'failed') as failed`.execute(connection.db)
    expect(mails[0]).toEqual({ unsent: 0, doubled: 0, missing: 0, failed: 0 })
    expect(await staleCaseRows(connection.db)).toEqual([])

    // No turn, no connection and no count is held on to: as much at once as anybody may have goes through.
    for (const server of fleet.servers) {
      const answers = await Promise.all(
        Array.from({ length: 10 * factor }, async () => {
          const answer = await fetch(`${server}/api/v1/patients/${submitted[0]!.id}/notes`, {
            method: 'PUT',
            headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
            body: JSON.stringify({ field: 'doctor_notes', text: 'Quiet again' }),
          })
          await answer.body?.cancel()
          return answer.status
        }),
      )
      expect(answers).toEqual(answers.map(() => 200))
    }
    const said = Object.entries(struck).map(([name, count]) => `${name} ${count} ×`)
    console.log(
      `${submitted.length} cases, ${notes.size} of them with notes, ${approved.length} approvals in ${seconds} s beside ${said.join(', ')}`,
    )
    expect(Object.keys(struck)).toHaveLength(names.length)
    expect(submitted.length).toBeGreaterThan(seconds / 8)
  },
  (seconds + 360) * 1000,
)
