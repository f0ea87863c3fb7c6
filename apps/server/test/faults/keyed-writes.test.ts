import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startShippedProxy, type ShippedProxy } from '../fleet/shipped-proxy.ts'
import { mainLocation } from '../given/locations.ts'
import { openFleetScene, type FleetScene } from './scene.ts'

/**
 * Writes that carry a key survive restarts behind the shipped proxy (docs/decisions/142). Who writes does as our pages do: once
 * more after a 502 of the proxy, and again, as its words ask, after a 503 of the portal, which a busy machine answers.
 */
const wanted = 3000
/** Practices that write, one call after the other: those of one practice would wait for each other. */
const practices = 16
/** So often one write is asked again that a busy machine refused. */
const mostRefused = 20

let scene: FleetScene
let proxy: ShippedProxy
let url: string
beforeAll(async () => {
  scene = await openFleetScene()
  const ports = scene.fleet.servers.map((server) => Number(new URL(server).port))
  const port = Math.max(...ports) + 3
  proxy = await startShippedProxy(port, ports)
  url = `http://127.0.0.1:${port}`
})
afterAll(async () => {
  await proxy?.close()
  await scene?.close()
})

it(
  '3,000 POSTs with a key over restarts of both servers: none fails, each is done once',
  { timeout: 1_800_000 },
  async () => {
    const label = randomBytes(4).toString('hex')
    const failed: string[] = []
    const began = performance.now()
    let [sent, busy] = [0, 0]
    async function post(body: object, token: string, key: string): Promise<string | undefined> {
      for (let [lost, refused] = [0, 0]; ;) {
        const response = await fetch(`${url}/api/v1/locations`, {
          method: 'POST',
          headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json', 'idempotency-key': key },
          body: JSON.stringify(body),
        })
        const text = await response.text()
        if (response.ok) return undefined
        const isOfPortal = response.headers.get('content-type')?.includes('json') ?? false
        if (response.status === 502 && !isOfPortal && (lost += 1) === 1) continue
        if (response.status !== 503 || !isOfPortal || (refused += 1) > mostRefused) return `${response.status} ${text}`
        busy += 1
        await sleep(Number(response.headers.get('retry-after')) * 1000)
      }
    }
    async function write(organization_id: number, token: string): Promise<void> {
      while (sent < wanted) {
        const location_name = `Keyed ${label} ${++sent}`
        const body = { ...mainLocation, location_name, organization_id }
        const answer = await post(body, token, `${label}-${sent}`).catch(String)
        if (answer !== undefined) failed.push(`${location_name}: ${answer.slice(0, 200)}`)
      }
    }
    const writers: Promise<void>[] = []
    for (let number = 0; number < practices; number += 1) {
      const practice = await scene.given.practice()
      const token = await scene.token(practice.owner)
      writers.push(write(practice.id, token))
    }
    let restarts = 0
    while (sent < wanted) {
      expect((await scene.fleet.restart((restarts % 2) as 0 | 1)).exitCode).toBe(0)
      restarts += 1
    }
    await Promise.all(writers)
    const seconds = (performance.now() - began) / 1000

    expect(failed).toEqual([])
    expect(restarts).toBeGreaterThanOrEqual(2)
    const { rows } = await sql<{ times: number }>`
    select count(*)::int as times from locations where location_name like ${`Keyed ${label} %`}
    group by location_name`.execute(scene.connection.db)
    expect(rows.filter(({ times }) => times !== 1)).toEqual([])
    expect(rows).toHaveLength(wanted)
    console.log(
      `${wanted} POSTs behind ${proxy.name} over ${restarts} restarts in ${seconds.toFixed(0)} s: 0 lost, ${busy} asked again as busy`,
    )
  },
)
