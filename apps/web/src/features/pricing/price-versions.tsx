import type { PriceChange } from '@archwire/contract/pricing/schema.ts'
import { formatInstant } from '../../lib/format.ts'
import { PriceChanges } from './price-changes.tsx'
import styles from './pricing.module.css'

interface Props {
  versions: readonly PriceChange[]
  /** What stands for no price: the list's, of a practice. */
  none: string
}

/** Who set which prices, and when; the newest first (`rx-form/price-versions`). */
export const PriceVersions = ({ versions, none }: Props) => (
  <details className={styles.versions}>
    <summary>Versions ({versions.length})</summary>
    <ol>
      {versions.map(({ version, created_at, created_by, changes }) => (
        <li key={version}>
          <p>
            <strong>Version {version}</strong>
            <small>
              {created_by ? <span translate="no">{created_by.full_name}</span> : <span>Set up with the portal</span>} ·{' '}
              <time dateTime={created_at} className="numeric">
                {formatInstant(created_at)}
              </time>
            </small>
          </p>
          {changes.length > shownAtOnce ? (
            <details>
              <summary>{changes.length} prices</summary>
              <PriceChanges changes={changes} none={none} />
            </details>
          ) : (
            <PriceChanges changes={changes} none={none} />
          )}
        </li>
      ))}
    </ol>
  </details>
)

/** A first version sets every price: its list opens by itself only where it is short. */
const shownAtOnce = 8
