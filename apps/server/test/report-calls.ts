import { reports } from '@archwire/contract/reports/routes.ts'
import type { ReportFormat, ReportKind } from '@archwire/contract/reports/kinds.ts'
import type { Report } from '@archwire/contract/reports/schema.ts'
import { readSheet } from 'read-excel-file/node'
import { makeReport } from '../src/modules/reports/index.ts'
import type { TestApp, TestUser } from './app.ts'

/** The days of March 2024: no other test has anything there. */
export const march = { from: '2024-03-01', to: '2024-03-31' }

/** What people do with reports, and the job behind them. */
export function reportCalls(test: TestApp) {
  const { connection, storage, config } = test
  const tools = { db: connection.db, storage, labZone: config.labZone }
  const ask = (user: TestUser, kind: ReportKind, format: ReportFormat = 'csv', days = march) =>
    test.as(user).call(reports.create, { body: { kind, format, ...days } })
  const make = (id: number, attempt: { last?: boolean; signal?: AbortSignal } = {}) =>
    makeReport(tools, id, { last: false, signal: new AbortController().signal, ...attempt })
  const mine = async (user: TestUser): Promise<Report[]> => (await test.as(user).call(reports.list)).body.reports
  const link = (user: TestUser, id: number) => test.as(user).call(reports.downloadLink, { params: { id } })
  /** The bytes behind the link of a report, and what they are called. */
  async function download(user: TestUser, id: number) {
    const { url } = (await link(user, id)).body
    const { rawPayload, headers } = await test.app.fastify.inject({ method: 'GET', url })
    return { bytes: rawPayload, headers }
  }
  /** A report of March 2024 that is asked for, made and downloaded. */
  async function made(user: TestUser, kind: ReportKind, format: ReportFormat): Promise<Buffer> {
    const { report } = (await ask(user, kind, format)).body
    await make(report.id)
    return (await download(user, report.id)).bytes
  }
  return {
    ask,
    make,
    mine,
    link,
    download,
    made,
    cancel: (user: TestUser, id: number) => test.as(user).call(reports.cancel, { params: { id } }),
    /** The rows of a CSV file as a program reads them that knows quotes. */
    csv: async (user: TestUser, kind: ReportKind) => readCsv(await made(user, kind, 'csv')),
    /** The cells of a workbook as another library reads them. */
    xlsx: async (user: TestUser, kind: ReportKind) => readSheet(await made(user, kind, 'xlsx')),
  }
}

/** Reads a CSV file with a mark, sign by sign. */
function readCsv(bytes: Buffer): string[][] {
  const all = bytes.toString()
  if (!all.startsWith('\uFEFF') || !all.endsWith('\r\n')) throw new TypeError('no CSV file of ours')
  const rows: string[][] = [[]]
  let [cell, quoted] = ['', false]
  for (let at = 1; at < all.length; at += 1) {
    const sign = all.charAt(at)
    if (quoted && sign === '"' && all.charAt(at + 1) === '"') [cell, at] = [`${cell}"`, at + 1]
    else if (sign === '"') quoted = !quoted
    else if (quoted || (sign !== ',' && sign !== '\r' && sign !== '\n')) cell += sign
    else if (sign !== '\r') {
      rows.at(-1)!.push(cell)
      cell = ''
      if (sign === '\n') rows.push([])
    }
  }
  return rows.slice(0, -1)
}
