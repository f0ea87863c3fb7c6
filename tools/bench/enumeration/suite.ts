import { randomUUID } from 'node:crypto'
import type pg from 'pg'
import { hashPassword } from '../../../apps/server/src/modules/auth/index.ts'
import { solveBotCheck } from '../../../apps/server/test/solve-bot-check.ts'
import { chanceOf } from '../../chance.ts'
import { openPortals } from '../cases/portal.ts'
import { median } from '../load.ts'
import type { BenchOptions } from '../suite.ts'

const pairs = 300
/** A difference below either of these reveals no account. */
const most = { part: 0.05, milliseconds: 10 }
const patients = 2_000
const password = 'Not-the-one-1'

interface Way {
  name: string
  path: string
  body: (email: string) => Promise<object>
}

/**
 * Whether response times reveal accounts: sign-in, reset and resend are called for known and unknown addresses in turn,
 * in random order within each pair, one call at a time. Throws unless status and body are the same.
 */
export async function enumerationSuite(_options: BenchOptions): Promise<void> {
  const say = (text: string) => process.stderr.write(`${text}\n`)
  const portals = await openPortals(patients, say, undefined, {
    LOGIN_FAILURES_PER_ACCOUNT: '1000000',
    LOGIN_FAILURES_PER_ADDRESS: '1000000',
    LOGIN_FAILURES_WITHOUT_BOT_CHECK: '1000000',
    RATE_FACTOR: '100000',
    BOT_CHECK_COST: '1',
  })
  try {
    const known = await addressesWithPassword(portals.database)
    const url = `${portals.product.url}/api/v1`
    const ways: Way[] = [
      { name: 'sign-in', path: '/login', body: async (email) => ({ email, password }) },
      {
        name: 'reset',
        path: '/request_reset',
        body: async (email) => ({
          email,
          bot_check: await solveBotCheck(await (await fetch(`${url}/bot_check`)).json()),
        }),
      },
      { name: 'resend', path: '/resend_verification', body: async (email) => ({ email }) },
    ]
    const rows: string[][] = []
    for (const way of ways) {
      say(`${pairs} pairs: ${way.name}`)
      rows.push(lineOf(way.name, await measure(url, way, known)))
    }
    const row = (cells: readonly string[]) => `| ${cells.join(' | ')} |`
    const heads = ['call', 'known, median ms', 'unknown, median ms', 'difference', 'target', '']
    console.log(['', row(heads), row(heads.map(() => '---')), ...rows.map(row), ''].join('\n'))
    console.log(`${pairs} pairs each; status and body the same in every pair.`)
    console.log(`${rows.filter((cells) => cells.at(-1) === 'met').length} of ${rows.length} targets met`)
  } finally {
    await portals.close()
  }
}

/** Addresses of people who could sign in: with a password, as strong as any. */
async function addressesWithPassword(database: pg.Client): Promise<string[]> {
  const { rows } = await database.query<{ email: string }>(
    `update users set password_hash = $1 where id in (select id from users where email_verified_at is not null order by id limit 100)
     returning email`,
    [await hashPassword('Tall-Hedge-41')],
  )
  return rows.map(({ email }) => email)
}

async function measure(
  url: string,
  { path, body }: Way,
  addresses: readonly string[],
): Promise<{ known: number[]; unknown: number[] }> {
  const chance = chanceOf(20261121)
  const times = { known: [] as number[], unknown: [] as number[] }
  const ask = async (side: keyof typeof times, email: string): Promise<string> => {
    const sent = JSON.stringify(await body(email))
    const began = performance.now()
    const answer = await fetch(url + path, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: sent,
    })
    const said = `${answer.status} ${await answer.text()}`
    times[side].push(performance.now() - began)
    return said
  }
  for (let pair = -10; pair < pairs; pair += 1) {
    const sides: [keyof typeof times, string][] = [
      ['known', addresses[(pair + 10) % addresses.length]!],
      ['unknown', `${randomUUID()}@example.com`],
    ]
    if (chance() < 0.5) sides.reverse()
    const said: string[] = []
    for (const [side, email] of sides) said.push(await ask(side, email))
    if (said[0] !== said[1]) throw new TypeError(`${path} tells who has an account: ${said.join(' / ')}`)
    // The first ten pairs warm up both paths.
    if (pair === -1) times.known.length = times.unknown.length = 0
  }
  return times
}

function lineOf(name: string, times: { known: number[]; unknown: number[] }): string[] {
  const [known, unknown] = [median(times.known), median(times.unknown)]
  const difference = Math.abs(known - unknown)
  const part = difference / Math.min(known, unknown)
  const met = difference <= most.milliseconds || part <= most.part
  return [
    name,
    known.toFixed(2),
    unknown.toFixed(2),
    `${difference.toFixed(2)} ms, ${(part * 100).toFixed(1)} %`,
    `≤ ${most.part * 100} % or ≤ ${most.milliseconds} ms`,
    met ? 'met' : 'missed',
  ]
}
