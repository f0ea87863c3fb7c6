import { lazy, Suspense } from 'react'
import type { LabelOf } from './fetched-label.tsx'

const FetchedLabel = lazy(() => import('./fetched-label.tsx'))

/** The patient label of a request, to be printed from a list (`requests/labels`). */
export const PatientLabelOf = (label: LabelOf) => (
  <Suspense>
    <FetchedLabel {...label} />
  </Suspense>
)
