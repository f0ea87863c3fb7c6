import { addDays, dayIn } from '@archwire/contract/core/dates.ts'
import { sql } from 'kysely'
import { expect } from 'vitest'
import { rowsOf } from './client.ts'
import { casesAt, fine, times, type Moment, type Scene } from './moment.ts'

/** Two corrections of trays are requested, and two trays that wait get their corrected files. */
export function corrections(): Moment {
  let asked: number[] = []
  let corrected: number[] = []
  let scene: Scene
  const printedCases = () => Promise.all(times(2, () => scene.portal.given.printedCase({ practice: scene.practice })))
  return {
    name: 'correct',
    async writes(given) {
      scene = given
      const { practice, doctor, tech, techUser, portal } = scene
      const [toAsk, toCorrect] = [await printedCases(), await printedCases()]
      asked = toAsk.map(({ id }) => id)
      corrected = toCorrect.map(({ id }) => id)
      const waiting = await Promise.all(
        toCorrect.map(async (testCase) => {
          const [tray] = await portal.given.flawedTrays(testCase)
          return { tray, corrected_file_id: await portal.given.correctionFile(testCase, techUser) }
        }),
      )
      return [
        ...asked.map((patient_id) => async () => {
          const body = { patient_id, arches: [{ jaw_type_id: 1, remark: 'It rocks.' }] }
          fine(await doctor.call('POST', `/api/v1/organizations/${practice.id}/arch`, { body }))
        }),
        ...waiting.map(({ tray, corrected_file_id }) => async () => {
          fine(await tech.call('POST', `/api/v1/flawed_trays/${tray}/corrected`, { body: { corrected_file_id } }))
        }),
      ]
    },
    async check() {
      const ids = [...asked, ...corrected].sort((a, b) => a - b)
      const found = await rowsOf(
        scene.portal,
        sql<object>`select p.id, (select array_agg(t.status_id) from flawed_trays t where t.patient_id = p.id) as trays,
            (select count(*)::int from case_history h where h.patient_id = p.id and h.event = 'correction_requested') as requested,
            (select count(*)::int from case_history h where h.patient_id = p.id and h.event in ('tray_corrected', 'correction_completed')) as corrected
          from patients p where p.id = any(${ids}::int[]) order by p.id`,
      )
      expect(found).toEqual(
        ids.map((id) => {
          const done = corrected.includes(id)
          return { id, trays: [done ? 2 : 1], requested: 1, corrected: done ? 1 : 0 }
        }),
      )
    },
  }
}

/** Two parcels of two prints get their labels and are completed, each with one tracking number. */
export function parcels(): Moment {
  let bundles: number[][] = []
  let scene: Scene
  const numberOf = (ids: readonly number[]) => `1Z999AA1${String(ids[0]).padStart(10, '0')}`
  return {
    name: 'ship a parcel',
    async writes(given) {
      scene = given
      const ids = (await casesAt(scene, 'approved', 4)).map(({ id }) => id).sort((a, b) => a - b)
      // Both days are the same for every case, also when midnight passes in the meantime.
      const day = addDays(dayIn('UTC', new Date()), 30)
      const requests = await rowsOf(
        scene.portal,
        sql<{ id: number }>`update printing_requests set ship_date = ${day}::date where patient_id = any(${ids}::int[])
          returning customer_request_id as id`,
      )
      const sorted = requests.map(({ id }) => id).sort((a, b) => a - b)
      bundles = [sorted.slice(0, 2), sorted.slice(2)]
      return bundles.map((bundle) => async () => {
        const post = async (call: string, more: object = {}) =>
          fine(await scene.tech.call('POST', `/api/v1/customer_requests/${call}`, { body: { ids: bundle, ...more } }))
        await post('bulk_patient_label_printed')
        await post('bulk_shipping_label_printed')
        await post('bundled_completion', { tracking_number: numberOf(bundle) })
      })
    },
    async check() {
      const found = await rowsOf(
        scene.portal,
        sql<object>`select q.customer_request_id as id, p.patient_status_id as status, q.tracking_number as number,
            q.patient_label_printed_at is not null and q.shipping_label_printed_at is not null as labels,
            (select count(*)::int from case_history h where h.patient_id = p.id and h.event = 'request_completed') as history
          from printing_requests q join patients p on p.id = q.patient_id
          where q.customer_request_id = any(${bundles.flat()}::int[]) order by q.customer_request_id`,
      )
      expect(found).toEqual(
        bundles.flatMap((bundle) =>
          bundle.map((id) => ({ id, status: 5, number: numberOf(bundle), labels: true, history: 1 })),
        ),
      )
    },
  }
}
