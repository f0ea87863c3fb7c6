import { createHash, randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import { expect } from 'vitest'
import type { TestUser } from '../app.ts'
import { printing, type GivenPractice } from '../given.ts'
import { rowsOf, type Client } from './client.ts'
import type { Portal } from './portal.ts'

/** Who acts while something dies. */
export interface Scene {
  portal: Portal
  practice: GivenPractice
  /** The practice's owner. */
  doctor: Client
  tech: Client
  techUser: TestUser
}

/** A moment of the main job: writes that are sent while something dies, and what has to be true of them afterwards. */
export interface Moment {
  name: string
  /** Prepares and returns the writes; each is sent until it is acknowledged. */
  writes(scene: Scene): Promise<(() => Promise<void>)[]>
  /** Every acknowledged write is there, once, in every place. */
  check(): Promise<void>
}

const scanCase = { impression_type: 4, scan_submission_type: 1, scanner_type: 1, products_list: 16 } as const
const label = () => randomBytes(4).toString('hex').toUpperCase()
const times = <T>(count: number, make: (index: number) => T): T[] =>
  Array.from({ length: count }, (_, index) => make(index))

function fine(answer: { status: number; body: object }): Record<string, unknown> {
  expect(answer.status, JSON.stringify(answer.body)).toBe(200)
  return answer.body as Record<string, unknown>
}

async function submit({ portal, practice, doctor }: Scene, form: object): Promise<number> {
  const answer = await doctor.call('POST', `/api/v1/organizations/${practice.id}/rx_forms`, {
    body: portal.given.form(practice, form),
  })
  return (fine(answer).rx_form as { patient_id: number }).patient_id
}

/** Twelve cases are submitted. */
function submits(): Moment {
  const family = `X${label()}`
  const acknowledged: number[] = []
  let scene: Scene
  return {
    name: 'submit',
    async writes(given) {
      scene = given
      return times(
        12,
        (index) => async () =>
          void acknowledged.push(await submit(scene, { first_name: 'Fault', last_name: `${family} ${index}` })),
      )
    },
    async check() {
      const found = await rowsOf(
        scene.portal,
        sql<{ id: number; forms: number; rows: number; history: number }>`
          select p.id, (select count(*)::int from rx_forms r where r.patient_id = p.id) as forms,
            (select count(*)::int from case_rows c where c.patient_id = p.id) as rows,
            (select count(*)::int from case_history h where h.patient_id = p.id and h.event = 'submitted') as history
          from patients p where p.last_name like ${`${family} %`} order by p.id`,
      )
      expect(found).toEqual(acknowledged.sort((a, b) => a - b).map((id) => ({ id, forms: 1, rows: 1, history: 1 })))
    },
  }
}

/** Scans travel, one of them in two parts, and are submitted with their cases. */
function uploads(): Moment {
  const sent: { patient: number; sha256: string }[] = []
  let scene: Scene
  async function uploadInParts(bytes: Uint8Array): Promise<void> {
    const { practice, doctor } = scene
    const sha256 = createHash('sha256').update(bytes).digest('hex')
    const query = new URLSearchParams({ name: 'upper.stl', size: String(bytes.length), sha256 })
    const link = fine(
      await doctor.call('GET', `/api/v1/organizations/${practice.id}/rx_forms/upload_link?${query}`),
    ) as { url: string | null; part_urls: string[]; part_size: number; file_path: string }
    const parts = link.url ? [link.url] : link.part_urls
    const size = link.part_size ?? bytes.length
    for (const [index, url] of parts.entries())
      fine(await doctor.call('PUT', url, { bytes: bytes.subarray(index * size, (index + 1) * size) }))
    const stl_files = [{ file_path: link.file_path, name: 'upper.stl', jaws_id: 1 }]
    sent.push({ patient: await submit(scene, { ...scanCase, stl_files }), sha256 })
  }
  return {
    name: 'upload',
    async writes(given) {
      scene = given
      // A scan of an arch, each with bytes of its own: equal ones would share the first one's check.
      const scans = times(3, () => {
        const bytes = scene.portal.given.scan()
        bytes.set(randomBytes(8), 20)
        return bytes
      })
      return [...scans, new Uint8Array(randomBytes(8_600_000))].map((bytes) => () => uploadInParts(bytes))
    },
    async check() {
      for (const { patient, sha256 } of sent) {
        const files = await rowsOf(
          scene.portal,
          sql<{ storage_key: string }>`select storage_key from patient_files where patient_id = ${patient}`,
        )
        expect(files).toHaveLength(1)
        const hash = createHash('sha256')
        for await (const chunk of await scene.portal.storage.read(files[0]!.storage_key)) hash.update(chunk as Buffer)
        expect(hash.digest('hex')).toBe(sha256)
      }
    },
  }
}

/** Cases at a stage, led there by the people who would do it. */
const casesAt = ({ portal, practice, techUser }: Scene, stage: 'awaiting_approval' | 'approved', count: number) =>
  Promise.all(times(count, () => portal.given.case({ stage, practice, tech: techUser, form: printing })))

/** Four setups are approved; each makes its request and print. */
function approvals(): Moment {
  let ids: number[] = []
  let scene: Scene
  return {
    name: 'approve',
    async writes(given) {
      scene = given
      ids = (await casesAt(scene, 'awaiting_approval', 4)).map((testCase) => testCase.id).sort((a, b) => a - b)
      return ids.map((id) => async () => {
        const { patient } = fine(await scene.doctor.call('GET', `/api/v1/patients/${id}`)) as {
          patient: { seen: string }
        }
        const body = { seen: patient.seen }
        fine(await scene.doctor.call('POST', `/api/v1/patients/${id}/approve`, { body }))
      })
    },
    async check() {
      const found = await rowsOf(
        scene.portal,
        sql<object>`select p.id, p.patient_status_id as status,
            (select count(*)::int from case_history h where h.patient_id = p.id and h.event = 'approved') as history,
            (select count(*)::int from customer_requests c where c.patient_id = p.id) as requests,
            (select count(*)::int from printing_requests q where q.patient_id = p.id) as prints
          from patients p where p.id = any(${ids}::int[]) order by p.id`,
      )
      expect(found).toEqual(ids.map((id) => ({ id, status: 4, history: 1, requests: 1, prints: 1 })))
    },
  }
}

/** Four prints are completed with their tracking numbers; their cases are completed with them. */
function completions(): Moment {
  let ids: number[] = []
  let scene: Scene
  const numberOf = (id: number) => `1Z999AA1${String(id).padStart(10, '0')}`
  return {
    name: 'complete',
    async writes(given) {
      scene = given
      ids = (await casesAt(scene, 'approved', 4)).map((testCase) => testCase.id).sort((a, b) => a - b)
      const requests = await rowsOf(
        scene.portal,
        sql<{ id: number; patient_id: number }>`
          select id, patient_id from customer_requests where patient_id = any(${ids}::int[])`,
      )
      return requests.map(({ id, patient_id }) => async () => {
        const at = `/api/v1/customer_requests/${id}`
        const { customer_request } = fine(await scene.tech.call('GET', at)) as { customer_request: { seen: string } }
        const body = { tracking_number: numberOf(patient_id), seen: customer_request.seen }
        fine(await scene.tech.call('POST', `${at}/complete`, { body }))
      })
    },
    async check() {
      const found = await rowsOf(
        scene.portal,
        sql<object>`select p.id, p.patient_status_id as status, q.tracking_number as number,
            (select count(*)::int from case_history h where h.patient_id = p.id and h.event = 'request_completed') as history
          from patients p join printing_requests q on q.patient_id = p.id where p.id = any(${ids}::int[]) order by p.id`,
      )
      expect(found).toEqual(ids.map((id) => ({ id, status: 5, number: numberOf(id), history: 1 })))
    },
  }
}

export const moments: (() => Moment)[] = [uploads, submits, approvals, completions]
