import { caseNumberOf } from './case-number.ts'
import type { Page } from '../../lib/page.ts'

interface Loaded {
  patient?: Parameters<typeof caseNumberOf>[0]
  customer_request?: { patient: Parameters<typeof caseNumberOf>[0] }
}

/** The number of the case that a page has loaded, for its tab (`screens/tabs`). */
export const caseTab: NonNullable<Page['tab']> = ({ loaderData }) => {
  const { patient, customer_request } = (loaderData ?? {}) as Loaded
  const shown = patient ?? customer_request?.patient
  return shown && caseNumberOf(shown)
}
