import { lazy, Suspense } from 'react'
import type { LabelJobProps } from './label-job.tsx'

/** The drawing of the codes is large and loads with the first label that is opened. */
const LabelJob = lazy(() => import('./label-job.tsx'))

/** A dialog that shows labels of one or more requests, and prints them as one job (`requests/labels`). */
export const LabelsDialog = (job: LabelJobProps) => (
  <Suspense fallback={null}>
    <LabelJob {...job} />
  </Suspense>
)
