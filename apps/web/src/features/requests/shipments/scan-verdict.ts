import type { CustomerRequest } from '@archwire/contract/requests/schema.ts'
import { parcelRefusals } from '@archwire/contract/requests/refusals.ts'
import { placeName } from '../../../lib/address.ts'
import { caseName, isDone, openOf, readyOf, type Packed, type Parcel } from './parcel.ts'

/** What a scan came to: it goes into the parcel, it does not, or it was done before. */
export interface Verdict {
  tone: 'right' | 'wrong' | 'done'
  text: string
  /** The print to pack, and its parcel; with `right` alone. */
  request?: Packed
  parcel?: Parcel
  /** It is not among what ships today. */
  missed?: true
}

/** What a person typed as a case code: "12", "c-12", "C-12". */
export const codeOf = (typed: string): string => {
  const bare = typed.trim().toUpperCase()
  return /^\d+$/.test(bare) ? `C-${bare}` : bare
}

/** "Summit, Main office, Boulder" */
export function nameOfParcel({ requests: [first] }: Parcel): string {
  const { organization_name: practice, printing_request: print } = first!
  return [practice, print.location && placeName(print.location)].filter(Boolean).join(', ')
}

export const isPacked = ({ id, printing_request: print }: Packed, sent: ReadonlySet<number>): boolean =>
  print.packed_at !== undefined || sent.has(id)

/** Why a print may not go into any parcel now; undefined where it may. */
export const whyNotPack = ({ printing_request: print, can, why_not }: Packed): string | undefined =>
  print.location === null
    ? parcelRefusals.noLocation
    : can.mark_patient_label
      ? undefined
      : (why_not.mark_patient_label ?? "You don't have permission to do this.")

/** What can still be put into a parcel. */
const waitingIn = (parcel: Parcel, sent: ReadonlySet<number>): Packed[] =>
  openOf(parcel).filter((request) => !isPacked(request, sent) && whyNotPack(request) === undefined)

/**
 * What a scanned case code means for the parcel that is being packed (`requests/ships-today`).
 * @param current the key of that parcel; null before the first scan
 * @param sent requests whose packing is on its way to the server
 */
export function verdictOf(
  code: string,
  parcels: readonly Parcel[],
  current: string | null,
  sent: ReadonlySet<number> = new Set(),
): Verdict {
  const found = parcels
    .flatMap((parcel) => parcel.requests.map((request) => ({ parcel, request })))
    .filter(({ request }) => request.patient.case_code === code)
  const hit = found.find(({ request }) => openOf({ requests: [request] }).length > 0) ?? found[0]
  if (!hit) return { tone: 'wrong', text: `${code} does not ship today.`, missed: true }
  const { parcel, request } = hit
  const name = caseName(request)
  if (isDone({ requests: [request] })) return { tone: 'done', text: `${name} has shipped.` }
  const reason = whyNotPack(request)
  if (reason !== undefined) return { tone: 'wrong', text: `${name}: ${reason}` }
  if (isPacked(request, sent)) return { tone: 'done', text: `${name} is already packed.` }
  const packing = parcels.find(({ key }) => key === current)
  if (packing && packing !== parcel && waitingIn(packing, sent).length > 0)
    return { tone: 'wrong', text: `${name} belongs to another parcel: ${nameOfParcel(parcel)}.` }
  return right(request, parcel, sent)
}

/** A print that is put into its parcel, and how far that parcel is then. */
export function right(request: Packed, parcel: Parcel, sent: ReadonlySet<number>): Verdict {
  const ready = readyOf(parcel)
  const packed = ready.filter((each) => each === request || isPacked(each, sent)).length
  const progress = packed === ready.length ? 'the parcel is complete' : `${packed} of ${ready.length}`
  return { tone: 'right', text: `${caseName(request)} is packed: ${progress}.`, request, parcel }
}

/** The names of the cases that are not packed, for whoever completes the parcel. */
export const unpackedIn = (parcel: Parcel, sent: ReadonlySet<number>): CustomerRequest[] =>
  readyOf(parcel).filter((request) => !isPacked(request, sent))
