import type { CustomerRequest } from '@archwire/contract/requests/schema.ts'
import type { Settings } from '@archwire/contract/settings/routes.ts'
import { PatientLabel } from './patient-label.tsx'
import { ShippingLabel } from './shipping-label.tsx'

export type LabelKind = 'patient' | 'shipping'

/** One label of a print job: its kind, and the request that it is for. */
export interface LabelSheet {
  kind: LabelKind
  request: CustomerRequest
  /** All requests in the parcel, where one shipping label is for several. */
  parcel?: readonly CustomerRequest[]
}

/** The lab as a sender; undefined before the settings have loaded. */
export type Lab = Settings['lab'] | undefined

/** A label, drawn at the size of its paper. */
export const LabelDrawing = ({ sheet, lab }: { sheet: LabelSheet; lab: Lab }) =>
  sheet.kind === 'patient' ? (
    <PatientLabel request={sheet.request} />
  ) : (
    <ShippingLabel request={sheet.request} parcel={sheet.parcel} lab={lab} />
  )
