import { lazy, Suspense } from 'react'
import styles from './shipments.module.css'

/** Most lists show no bundle: it loads with the first one. */
const BundleHeader = lazy(() => import('./bundle-header.tsx'))

/** The header of the bundle that the print of a request ships in (`requests/bundles`). */
export const BundleHeaderOf = (bundle: { requestId: number }) => (
  <Suspense fallback={<div className={styles.header} />}>
    <BundleHeader {...bundle} />
  </Suspense>
)
