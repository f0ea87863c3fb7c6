import { z } from 'zod'
import { IdParams } from '../core/fields.ts'
import { get, post } from '../core/route.ts'
import { Report, ReportBody } from './schema.ts'

/** A report after a change, and what to tell the person. */
const ReportAnswer = z.strictObject({ report: Report, message: z.string() })

export const reports = {
  list: get('/reports', {
    shows: ['report'],
    summary: 'My reports of the last days, the newest first',
    rules: ['exports/own', 'exports/states', 'exports/kept'],
    needs: 'reports.export',
    returns: z.strictObject({ reports: z.array(Report) }),
  }),
  create: post('/reports', {
    changes: ['report'],
    summary: 'Make a report in the background; a person has one running at a time',
    rules: ['exports/ask', 'exports/kinds', 'exports/range', 'exports/days'],
    needs: 'reports.export',
    body: ReportBody,
    returns: ReportAnswer,
    rate: { max: 30, per: 'user' },
    example: { body: { kind: 'cases', from: '2026-10-01', to: '2026-10-30', format: 'csv' } },
  }),
  /** Ours: the specification names no call for it (H38: "canceled by its person"). */
  cancel: post('/reports/{id}/cancel', {
    changes: ['report'],
    summary: 'Cancel one of my reports that is being made',
    rules: ['exports/cancel', 'exports/own'],
    needs: 'reports.export',
    params: IdParams,
    returns: ReportAnswer,
    // A report is its person's own.
    example: { refused: 404 },
  }),
  downloadLink: get('/reports/{id}/download_link', {
    shows: [],
    summary: 'Get a link to the file of one of my reports, valid for five minutes',
    rules: ['exports/download', 'exports/own', 'exports/kept'],
    needs: 'reports.export',
    params: IdParams,
    returns: z.strictObject({ url: z.string() }),
    example: { refused: 404 },
  }),
}
