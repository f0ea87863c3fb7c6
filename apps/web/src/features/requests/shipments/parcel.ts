import { customerRequestStatuses, printingRequestStatuses } from '@archwire/contract/requests/lifecycle.ts'
import { parcelRefusals } from '@archwire/contract/requests/refusals.ts'
import type { CustomerRequest, PrintingRequest } from '@archwire/contract/requests/schema.ts'
import { assignment } from '@archwire/contract/rx-forms/options.ts'

/** A request with a print, as parcels hold them. */
export type Packed = CustomerRequest & { printing_request: PrintingRequest }

/** Prints that ship together, or one that ships by itself. */
export interface Parcel {
  /** The shipment's id, or the request's where it holds one print. */
  key: string
  isBundle: boolean
  requests: Packed[]
}

/** The requests that have a print, as parcels; each stands where its first print does. */
export function parcelsOf(requests: readonly CustomerRequest[]): Parcel[] {
  const parcels = new Map<string, Parcel>()
  for (const request of requests) {
    const print = request.printing_request
    if (!print) continue
    const key = print.bundled_shipment_id ?? String(request.id)
    const parcel = parcels.get(key) ?? { key, isBundle: print.bundled_shipment_id !== undefined, requests: [] }
    parcel.requests.push(request as Packed)
    parcels.set(key, parcel)
  }
  return [...parcels.values()]
}

const isOpen = ({ status_id }: CustomerRequest): boolean => status_id === customerRequestStatuses.pending.id

/** What of a parcel is still to be completed. */
export const openOf = ({ requests }: Pick<Parcel, 'requests'>): Packed[] => requests.filter(isOpen)

/** Open prints whose case does not allow it now, each with its reason: the others are completed without them. */
export const leftOutOf = (parcel: Pick<Parcel, 'requests'>): Packed[] =>
  openOf(parcel).filter(({ can, why_not }) => !can.complete && why_not.complete !== undefined)

/** What of a parcel is completed together. */
export const readyOf = (parcel: Pick<Parcel, 'requests'>): Packed[] => {
  const leftOut = new Set(leftOutOf(parcel))
  return openOf(parcel).filter((request) => !leftOut.has(request))
}

export const isDone = (parcel: Pick<Parcel, 'requests'>): boolean => openOf(parcel).length === 0

/** "Ada Byron (C-7)" */
export const caseName = ({ patient }: CustomerRequest): string => `${patient.full_name} (${patient.case_code})`

/** The steps of a print that are not finished, by name (`requests/unfinished`). */
export const unfinishedSteps = ({ workflow }: CustomerRequest): string =>
  (workflow?.processes ?? [])
    .filter(({ finished_at }) => finished_at === null)
    .map(({ process }) => process)
    .join(', ')

/** Completed once every print is; at work as soon as one is begun or completed. */
export function statusOf({ requests }: Pick<Parcel, 'requests'>): {
  label: string
  color: PrintingRequest['status']['color']
} {
  const states = requests.map(({ printing_request: print }) => print.printing_request_status_id)
  const { new: fresh, in_progress: begun, completed } = printingRequestStatuses
  if (states.every((state) => state === completed.id)) return completed
  return states.some((state) => state === begun.id || state === completed.id) ? begun : fresh
}

/** How many of a parcel's prints are so far. */
export const countOf = ({ requests }: Pick<Parcel, 'requests'>, is: (print: PrintingRequest) => boolean): number =>
  requests.filter(({ printing_request: print }) => is(print)).length

/**
 * Why a parcel cannot be completed now, as the server would say of what is ready; undefined where it can
 * (`requests/bundles`).
 */
export function whyNotComplete(parcel: Pick<Parcel, 'requests'>): string | undefined {
  const open = openOf(parcel)
  if (open.some(({ printing_request: print }) => print.assign_to === assignment.thirdParty))
    return parcelRefusals.thirdParty
  if (open.some(({ printing_request: print }) => print.assign_to === assignment.inOffice))
    return parcelRefusals.inOffice
  const ready = readyOf(parcel)
  const [stuck] = ready.length > 0 ? ready.filter(({ can }) => !can.complete) : open
  const prints = (ready.length > 0 ? ready : open).map(({ printing_request: print }) => print)
  if (prints.some(({ location }) => location === null)) return parcelRefusals.noLocation
  if (stuck) return `${caseName(stuck)}: ${stuck.why_not.complete ?? "You don't have permission to do this."}`
  const unlabeled = ready.filter(({ printing_request: print }) => !print.patient_label_printed)
  if (unlabeled.length > 0)
    return unlabeled.length === 1
      ? `${caseName(unlabeled[0]!)}: ${parcelRefusals.patientLabel}`
      : `${unlabeled.length} patient labels are not printed.`
  return prints.some((print) => !print.shipping_label_printed) ? parcelRefusals.shippingLabel : undefined
}

/** Why a label of these cannot be marked or a print not be packed now; undefined where it can. */
export function whyNotLabel(requests: readonly CustomerRequest[], kind: 'patient' | 'shipping'): string | undefined {
  const action = kind === 'patient' ? 'mark_patient_label' : 'mark_shipping_label'
  const stuck = requests.find(({ can }) => !can[action])
  return stuck && `${caseName(stuck)}: ${stuck.why_not[action] ?? "You don't have permission to do this."}`
}
