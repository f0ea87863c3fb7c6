import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { dayIn } from '@archwire/contract/core/dates.ts'
import type pg from 'pg'
import { readConfig } from '../../../apps/server/src/config.ts'
import { connect, statementLog } from '../../../apps/server/src/db/client.ts'
import { closeDue } from '../../../apps/server/src/modules/contracts/commands/close-due.ts'
import { enqueueDue } from '../../../apps/server/src/modules/contracts/commands/enqueue-due.ts'
import { lockOrganizationOf } from '../../../apps/server/src/modules/organizations/index.ts'
import { startMailServer } from '../../../apps/server/src/services/mail/embedded.ts'
import { openPortals, type Portals } from '../cases/portal.ts'
import { cpuSeconds } from '../server-process.ts'
import type { BenchOptions } from '../suite.ts'
import { closingsSql } from './data.sql.ts'

/** Most statements of the transaction that closes an order, and most seconds for all orders. */
const target = { statements: 12, seconds: 120 }
const [orders, lines] = [2_000, 20]
const patients = 2_000
const cache = join(import.meta.dirname, '..', '..', '..', '.cache', 'bench')

/** The closing day of 2,000 practices, by one worker (docs/bench.md). One more is closed here, to count its statements. */
export async function closingsSuite(options: BenchOptions): Promise<void> {
  const say = (text: string) => process.stderr.write(`${text}\n`)
  const mail = await startMailServer(join(cache, 'closings-mailbox'))
  const portals = await openPortals(patients, say, options.profile, { WORKER: '1', SMTP_URL: mail.url })
  try {
    const { labZone: zone } = readConfig({ NODE_ENV: 'test', DATA_DIR: join(cache, 'data') })
    say(`making ${orders} practices with an order of ${lines} lines`)
    for (const statement of closingsSql(portals.sizes, orders + 1, dayIn(zone, new Date())))
      await portals.database.query(statement)
    report(await measure(portals, zone), options)
  } finally {
    await portals.close()
    await mail.close()
  }
}

async function measure({ database, product, sizes, appUrl }: Portals, zone: string) {
  const connection = connect(appUrl, { pool: 1, name: 'archwire-bench' })
  const closed = async (): Promise<number> => {
    const { rows } = await database.query<{ count: string }>(
      "select count(*) from orders where kind = 'monthly' and fm_invoice_status <> 'CURRENT'",
    )
    return Number(rows[0]!.count)
  }
  try {
    const log = { count: 0, texts: undefined }
    await statementLog.run(log, () =>
      connection.db.transaction().execute(async (trx) => {
        await lockOrganizationOf(trx, sizes.partners + orders + 1)
        await closeDue(trx, sizes.partners + orders + 1, { zone, now: new Date() })
      }),
    )
    const [own, theirs, began] = [cpuSeconds(product.pid), await backends(database), performance.now()]
    await enqueueDue(connection.db, zone)
    while ((await closed()) < orders + 1) await sleep(100)
    const seconds = (performance.now() - began) / 1000
    const cpu = ((cpuSeconds(product.pid) - own) * 1000) / orders
    let behind = 0
    for (const [pid, after] of await backends(database)) behind += after - (theirs.get(pid) ?? 0)
    const databaseCpu = (behind * 1000) / orders
    const { rows } = await database.query<{ least: number; most: number }>(
      'select min(n)::int as least, max(n)::int as most from (select count(*) as n from order_lines where charge_id is not null group by order_id) x',
    )
    if (rows[0]!.least !== lines || rows[0]!.most !== lines)
      throw new TypeError(`Orders have ${rows[0]!.least} to ${rows[0]!.most} lines, not ${lines}.`)
    const met = log.count <= target.statements && seconds <= target.seconds
    return { statements: log.count, seconds, cpu, databaseCpu, met }
  } finally {
    await connection.close()
  }
}

/** Processor time of the database's processes for the worker and its queues, by process. */
async function backends(database: pg.Client): Promise<Map<number, number>> {
  const { rows } = await database.query<{ pid: number }>(
    "select pid from pg_stat_activity where datname = current_database() and application_name like 'archwire%' and application_name <> 'archwire-bench'",
  )
  return new Map(rows.map(({ pid }) => [pid, cpuSeconds(pid)]))
}

function report(line: Awaited<ReturnType<typeof measure>>, options: BenchOptions): void {
  const { statements, seconds, cpu, databaseCpu, met } = line
  console.log(
    `closing ${orders.toLocaleString('en')} orders of ${lines} lines: ${statements} statements each, ${seconds.toFixed(1)} s with one worker; processor time of worker and database ${cpu.toFixed(1)} + ${databaseCpu.toFixed(1)} ms an order; target ${target.statements} statements, ${target.seconds} s: ${met ? 'met' : 'missed'}`,
  )
  mkdirSync(cache, { recursive: true })
  writeFileSync(join(cache, 'closings.json'), JSON.stringify({ at: new Date(), options, line }, null, 1))
}
