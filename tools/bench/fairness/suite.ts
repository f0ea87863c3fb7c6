import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { Worker } from 'node:worker_threads'
import { openPortals } from '../cases/portal.ts'
import { bytesOf, openLines } from '../lines.ts'
import type { Call } from '../load.ts'
import type { BenchOptions } from '../suite.ts'

const patients = 2_000
const rounds = 5
const burstSize = 600
/** The other practice's calls per second, and the length of each measurement. */
const rate = 40
const seconds = 2
/** Its p99 during another practice's burst, against its own p99 in quiet. */
const mostTimes = 5

/**
 * Whether one person's burst blocks others: 600 writes at once to one case of one practice, five times, while another
 * practice keeps reading and writing. Quiet and burst take turns, so that other load on the machine affects both.
 */
export async function fairnessSuite(options: BenchOptions): Promise<void> {
  const say = (text: string) => process.stderr.write(`${text}\n`)
  // The limits of production, which are being measured.
  const portals = await openPortals(patients, say, options.profile, { RATE_FACTOR: '1' })
  try {
    const [burstToken, otherToken] = portals.known.owners as [string, string]
    const { hostname, port } = new URL(portals.product.url)
    const host = `${hostname}:${port}`
    const caseOf = async (token: string): Promise<number> => {
      const answer = await fetch(`${portals.product.url}/api/v1/patients?perPage=1`, {
        headers: { authorization: `Bearer ${token}` },
      })
      return ((await answer.json()) as { patients: { id: number }[] }).patients[0]!.id
    }
    const put = (token: string, id: number, text: string): Call => ({
      method: 'PUT',
      path: `/api/v1/patients/${id}/notes`,
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ field: 'doctor_notes', text }),
    })
    const burstCase = await caseOf(burstToken)
    const otherCase = await caseOf(otherToken)
    const get = (path: string): Call => ({
      method: 'GET',
      path: `/api/v1${path}`,
      headers: { authorization: `Bearer ${otherToken}` },
    })
    const burst = new Worker(new URL('burst.ts', import.meta.url), {
      workerData: {
        hostname,
        port: Number(port),
        requests: Array.from({ length: burstSize }, (_, index) =>
          Uint8Array.from(bytesOf(put(burstToken, burstCase, `Burst ${index}`), host)),
        ),
      },
    })
    const day = [
      get('/patients'),
      get(`/patients/${otherCase}`),
      put(otherToken, otherCase, 'Another practice works on.'),
    ]
    const calls = day.map((call) => bytesOf(call, host))
    const [quiet, meanwhile]: [Look, Look] = [emptyLook(), emptyLook()]
    const told: Record<string, number> = {}
    const startBurst = () => {
      const answered = once(burst, 'message') as Promise<[Record<string, number>]>
      burst.postMessage('now')
      return answered
    }
    // Both kinds of calls once before they are measured, as in every suite.
    const warm = startBurst()
    await look(hostname, Number(port), calls, emptyLook())
    await warm
    for (let round = 1; round <= rounds; round += 1) {
      say(`round ${round} of ${rounds}`)
      await look(hostname, Number(port), calls, quiet)
      const answered = startBurst()
      await look(hostname, Number(port), calls, meanwhile)
      for (const [status, count] of Object.entries((await answered)[0])) told[status] = (told[status] ?? 0) + count
    }
    await burst.terminate()
    const [before, during] = [p99(quiet.times), p99(meanwhile.times)]
    const failed = (looked: Look) => Object.entries(looked.statuses).filter(([status]) => status !== '200')
    const met = during <= mostTimes * before && failed(meanwhile).length === 0
    const row = (cells: readonly string[]) => `| ${cells.join(' | ')} |`
    const heads = [
      'another practice',
      'p99 in quiet, ms',
      `p99 beside ${burstSize} writes, ms`,
      'times',
      'target',
      'not answered with 200',
      '',
    ]
    console.log(
      [
        '',
        row(heads),
        row(heads.map(() => '---')),
        row([
          `${rate} calls a second, ${quiet.times.length} and ${meanwhile.times.length}`,
          before.toFixed(1),
          during.toFixed(1),
          (during / before).toFixed(2),
          `≤ ${mostTimes} ×, all 200`,
          JSON.stringify(Object.fromEntries(failed(meanwhile))),
          met ? 'met' : 'missed',
        ]),
        '',
        `The ${rounds * burstSize} writes of the burst were answered ${JSON.stringify(told)}.`,
        `${met ? 1 : 0} of 1 targets met`,
      ].join('\n'),
    )
  } finally {
    await portals.close()
  }
}

interface Look {
  times: number[]
  statuses: Record<number, number>
}
const emptyLook = (): Look => ({ times: [], statuses: {} })

/** Calls at a steady rate; each time counts from when the call was due. */
async function look(hostname: string, port: number, calls: readonly Buffer[], into: Look): Promise<void> {
  const lines = openLines(hostname, port)
  const began = performance.now()
  const answers: Promise<void>[] = []
  for (let sent = 0; sent < rate * seconds; sent += 1) {
    const due = began + (sent / rate) * 1000
    await sleep(Math.max(0, due - performance.now()))
    answers.push(
      lines.ask(calls[sent % calls.length]!).then((status) => {
        into.statuses[status] = (into.statuses[status] ?? 0) + 1
        into.times.push(performance.now() - due)
      }),
    )
  }
  await Promise.all(answers)
  lines.close()
}

function p99(times: readonly number[]): number {
  const sorted = times.toSorted((a, b) => a - b)
  return sorted[Math.floor(sorted.length * 0.99)] ?? Number.NaN
}
