import type { PatientSummary } from '@archwire/contract/patients/schema.ts'

interface Shown {
  patients: PatientSummary[]
  meta: { page: number; per_page: number; total: number }
}

/** What decides whether a case is in the lab's list without filters, and where. */
const placeOf = (row: PatientSummary): string =>
  JSON.stringify([
    row.patient_status_id,
    row.is_on_hold,
    row.deleted_at,
    row.cancelled_at,
    row.ship_date,
    row.open_request_id,
    row.submission_completed_by,
    row.first_name,
    row.last_name,
    row.user_id,
    row.organization_id,
  ])

/** Whether a case that is not shown may belong on this page of a list by ship date, earliest first. */
function mayBelong(row: PatientSummary, { patients, meta }: Shown): boolean {
  if (row.deleted_at !== null || row.cancelled_at !== null || row.is_on_hold) return false
  const last = patients.at(-1)
  const isFull = patients.length >= meta.per_page
  // Empty dates come last.
  return (
    !isFull ||
    last === undefined ||
    last.ship_date === null ||
    (row.ship_date !== null && row.ship_date <= last.ship_date)
  )
}

/**
 * Puts changed cases into the page of a list where they are shown (`work/sync`). Pure.
 * @param plain the list has no filters and its usual order: only then is known who belongs on it
 * @returns the page with the changed rows, the same page when nothing changed on it, or undefined when only the server
 *   can tell which rows the page has now
 */
export function applyChanges<S extends Shown>(
  shown: S,
  changed: readonly PatientSummary[],
  plain: boolean,
): S | undefined {
  const before = new Map(shown.patients.map((row) => [row.id, row]))
  const news = changed.filter((row) => JSON.stringify(row) !== JSON.stringify(before.get(row.id)))
  if (news.length === 0) return shown
  if (!plain) return undefined
  for (const row of news) {
    const known = before.get(row.id)
    if (known ? placeOf(known) !== placeOf(row) : mayBelong(row, shown)) return undefined
  }
  const byId = new Map(news.map((row) => [row.id, row]))
  return { ...shown, patients: shown.patients.map((row) => byId.get(row.id) ?? row) }
}
