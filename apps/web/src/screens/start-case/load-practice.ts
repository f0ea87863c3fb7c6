import { locations } from '@archwire/contract/client/locations'
import { organizations } from '@archwire/contract/client/organizations'
import { rxForms } from '@archwire/contract/client/rx-forms'
import type { CasePriceShown } from '@archwire/contract/pricing/schema.ts'
import type { QueryClient } from '@tanstack/react-query'
import { ApiError, call } from '../../lib/api.ts'
import { query } from '../../lib/query.ts'
import { pricesQuery } from '../../lib/prices.ts'
import type { Draft, Practice } from './case-form.ts'
import { draftSaved } from './draft-saver.ts'

/**
 * Loads everything Start A Case needs for its first render, refreshed where it changed; members only for people who may
 * choose a doctor (`rx-form/who`).
 */
export async function loadPractice(
  client: QueryClient,
  organizationId: number,
  draft: string,
): Promise<{ practice: Practice; key: string; draft: Draft | null }> {
  const input = { params: { id: organizationId } }
  const [practice, { draft: kept }] = await Promise.all([
    readPractice(client, organizationId),
    draftSaved(organizationId, draft).then(() => call(rxForms.getDraft, { ...input, query: { draft } })),
  ])
  return { practice, key: draft, draft: kept }
}

/** What an Rx form has to know about the practice, and what it costs there: of a submitted one by the prices that it keeps. */
export async function readPractice(
  client: QueryClient,
  organizationId: number,
  kept?: CasePriceShown | null,
): Promise<Practice> {
  const input = { params: { id: organizationId } }
  // A form without prices is still a form.
  const prices = client.prefetchQuery(pricesQuery(organizationId, kept))
  const [preference, assigned] = await Promise.all([
    client.fetchQuery(query(organizations.rxFormPreference, input)).catch(sayWhat),
    client.fetchQuery(query(locations.listAssigned, input)),
  ])
  await prices
  const members = preference.metadata.may_select_doctor
    ? (await client.fetchQuery(query(organizations.listMembers, input))).members
    : []
  const doctors = members.filter(({ is_doctor }) => is_doctor).sort((a, b) => a.last_name.localeCompare(b.last_name))
  return { organizationId, preference, doctors, locations: assigned.locations }
}

/** What the form is about could not be read: the page says what, unless the refusal is about the person or the address. */
function sayWhat(error: unknown): never {
  if (error instanceof ApiError && [401, 403, 404].includes(error.status)) throw error
  const { status, code } = error instanceof ApiError ? error : { status: 0, code: 0 }
  throw new ApiError(status, code, 'Failed to fetch organization.')
}
