import { csvOf, textCell } from '@archwire/contract/core/csv.ts'
import type { SearchHit } from '@archwire/contract/search/document.ts'
import { momentInFile, momentInName } from '../../lib/times-in-files.ts'
import { feesOf, onboardingOf, paymentOf, roleOfHit, statusOf } from './hit-words.ts'

/** The columns of the CSV, word for word, and what is in their cells. */
const columns: Record<string, (hit: SearchHit) => string> = {
  Organization: (hit) => (hit.model === 'organization' ? hit.full_name : namesOf(hit)),
  Name: (hit) => hit.full_name,
  Email: (hit) => hit.email,
  Role: roleOfHit,
  'Joined Date': (hit) => momentInFile(hit.joined_at),
  'First Case Submitted': (hit) => momentInFile(hit.first_case_submission),
  'Last Case Submitted': (hit) => momentInFile(hit.newest_case_submission),
  Status: (hit) => statusOf(hit)?.label ?? '',
  'Onboarding Status': (hit) => onboardingOf(hit)?.label ?? '',
  'Payment Status': (hit) => paymentOf(hit)?.label ?? '',
  'Customized Fees': feesOf,
  'Organization Type': (hit) => hit.organization_type ?? '',
  'Invoice Version': (hit) => hit.invoice_version ?? '',
  'Number of Cases': (hit) => String(hit.number_of_cases),
}
const namesOf = ({ organizations }: SearchHit): string => organizations.map(({ name }) => name).join(', ')

/** What the cells read of a hit: nothing else is asked for. */
export const attributesInFile: (keyof SearchHit)[] = [
  'id',
  'model',
  'filter',
  'full_name',
  'organizations',
  'email',
  'joined_at',
  'first_case_submission',
  'newest_case_submission',
  'status',
  'onboarding',
  'payment',
  'customized_fees',
  'organization_type',
  'invoice_version',
  'number_of_cases',
]

/** Hits as a CSV file in which no cell is calculated (`safety/csv`). */
export const csvOfHits = (hits: readonly SearchHit[]): string =>
  csvOf([Object.keys(columns), ...hits.map((hit) => Object.values(columns).map((cell) => textCell(cell(hit))))])

export const nameOfFile = (instant: string): string => `organizations-and-users-${momentInName(instant)}.csv`
