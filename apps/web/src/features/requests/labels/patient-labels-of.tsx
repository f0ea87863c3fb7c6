import { lazy, Suspense } from 'react'
import type { LabelsOf } from './fetched-labels.tsx'

const FetchedLabels = lazy(() => import('./fetched-labels.tsx'))

/** The patient labels of requests that are selected in a list (`requests/labels`). */
export const PatientLabelsOf = (labels: LabelsOf) => (
  <Suspense>
    <FetchedLabels {...labels} />
  </Suspense>
)
