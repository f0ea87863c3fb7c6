import { formatMoney } from '@archwire/contract/core/money.ts'
import { settingLabels, type SettingsChange } from '@archwire/contract/settings/lab-settings.ts'
import { formatInstant } from '../../lib/format.ts'
import { EmptyState } from '../../ui/states.tsx'
import styles from './lab-settings.module.css'

type Change = SettingsChange['changes'][number]

/** A value as the form shows it: fees in dollars, rates in percent. */
function words(field: Change['field'], value: Change['before']): string {
  if (typeof value === 'boolean') return value ? 'On' : 'Off'
  if (typeof value === 'string') return value === '' ? 'Empty' : value
  return field === 'tax.rate' || field === 'credit_card.fee' ? `${value} %` : formatMoney(value)
}

/** Who changed which setting, and when; the newest first. */
export const SettingsVersions = ({ versions }: { versions: readonly SettingsChange[] }) => (
  <section className={styles.versions} aria-label="Changes">
    <h2>Changes</h2>
    {versions.length === 0 && <EmptyState title="No changes yet." />}
    <ol>
      {versions.map(({ version, created_at, created_by, changes }) => (
        <li key={version}>
          <small>
            <span translate="no">{created_by?.full_name ?? 'Archwire'}</span> ·{' '}
            <time dateTime={created_at} className="numeric">
              {formatInstant(created_at)}
            </time>
          </small>
          <dl>
            {changes.map(({ field, before, after }) => (
              <div key={field}>
                <dt>{settingLabels[field]}</dt>
                <dd>
                  <del>{words(field, before)}</del> <ins>{words(field, after)}</ins>
                </dd>
              </div>
            ))}
          </dl>
        </li>
      ))}
    </ol>
  </section>
)
