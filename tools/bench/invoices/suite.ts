import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { backendSeconds } from '../cases/measure.ts'
import { openPortals, type Portals } from '../cases/portal.ts'
import { practiceId } from '../data/sizes.ts'
import { median } from '../load.ts'
import { cpuSeconds } from '../server-process.ts'
import type { BenchOptions } from '../suite.ts'

/** Most milliseconds for an open order, and most statements: the session, the practice, the order, its rows. */
const target = { p50: 40, statements: 4 }
const patients = 30_000
const [cases, rowsOfCase] = [300, 5]

/** The biggest practice gets a contract and an open order with rows for its newest cases. */
const orderSql = (practice: number): string[] => [
  `insert into contracts (organization_id, initial_payment_date, next_payment_date, billing_day, created_at, updated_at)
   values (${practice}, current_date - 20, current_date + 10, extract(day from current_date + 10), now(), now())`,
  `insert into orders (organization_id, contract_id, kind, fm_invoice_status, subtotal_cents, tax_cents, tax_state, tax_rate_percent,
     card_fee_cents, card_fee_percent, total_cents, created_at, updated_at)
   select organization_id, id, 'monthly', 'CURRENT', 0, 0, '', 0, 0, 0, 0, now(), now() from contracts where organization_id = ${practice}`,
  `insert into charges (organization_id, patient_id, source, source_id, fee, kind, label, why, times, unit_cents, cents, price_list,
     day, user_id, user_name, created_at)
   select p.organization_id, p.id, 'form', r.id, 'arch.' || n, 'arch', 'Fee ' || n, 'Two arches.', 2, 1500, 3000, 1,
     current_date - 5, p.user_id, 'Bench', now()
   from (select * from patients where organization_id = ${practice} order by id desc limit ${cases}) p
     join rx_forms r on r.organization_id = p.organization_id and r.patient_id = p.id, generate_series(1, ${rowsOfCase}) n`,
  'vacuum analyze charges',
  'vacuum analyze orders',
]

/** The open order of a practice with 300 cases, one call after the other (docs/bench.md). */
export async function invoicesSuite(options: BenchOptions): Promise<void> {
  const portals = await openPortals(patients, (text) => process.stderr.write(`${text}\n`), options.profile)
  try {
    const practice = practiceId(portals.sizes, 0)
    for (const statement of orderSql(practice)) await portals.database.query(statement)
    report(await measure(portals, practice, options.seconds), options)
  } finally {
    await portals.close()
  }
}

async function measure({ product, database, known, statementsOf }: Portals, practice: number, seconds: number) {
  const call = {
    method: 'GET' as const,
    path: `/api/v1/organizations/${practice}/current_order`,
    headers: { authorization: `Bearer ${known.owners[0]}` },
  }
  const ask = async (): Promise<number> => {
    const since = performance.now()
    const answer = await fetch(product.url + call.path, { headers: call.headers })
    const body = (await answer.json()) as { metadata: { template_data: { patients: unknown[] } } }
    if (answer.status !== 200 || body.metadata.template_data.patients.length !== cases)
      throw new TypeError(`${call.path} answers ${answer.status}: ${JSON.stringify(body).slice(0, 300)}`)
    return performance.now() - since
  }
  const behind = async () => [...(await backendSeconds(database, 'product')).values()].reduce((a, b) => a + b, 0)
  const statements = await statementsOf(call)
  for (let index = 0; index < 20; index += 1) await ask()
  const times: number[] = []
  const [own, theirs] = [cpuSeconds(product.pid), await behind()]
  for (const until = performance.now() + seconds * 1000; performance.now() < until;) times.push(await ask())
  const cpu = ((cpuSeconds(product.pid) - own) * 1000) / times.length
  const databaseCpu = (((await behind()) - theirs) * 1000) / times.length
  const p50 = median(times)
  const met = p50 <= target.p50 && statements <= target.statements
  return { statements, least: Math.min(...times), p50, cpu, databaseCpu, met }
}

function report(line: Awaited<ReturnType<typeof measure>>, options: BenchOptions): void {
  const { statements, least, p50, cpu, databaseCpu, met } = line
  console.log(
    `open order of ${cases} cases: ${statements} statements, p50 ${p50.toFixed(1)} ms, fastest ${least.toFixed(1)} ms; processor time of server and database ${cpu.toFixed(1)} + ${databaseCpu.toFixed(1)} ms; target p50 ≤ ${target.p50} ms, ${target.statements} statements: ${met ? 'met' : 'missed'}`,
  )
  const folder = join(import.meta.dirname, '..', '..', '..', '.cache', 'bench')
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, 'invoices.json'), JSON.stringify({ at: new Date(), options, line }, null, 1))
}
