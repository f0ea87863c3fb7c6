import type { Measurement } from '@archwire/contract/measurements/routes.ts'
import { tableOf } from '@archwire/contract/measurements/table.ts'
import { aidWords } from '@archwire/contract/measurements/words.ts'
import { scanKinds, scanKindTitles, type ScanKind } from '@archwire/contract/patient-files/types.ts'
import { Button } from '@mantine/core'
import { IconCheck, IconCopy } from '@tabler/icons-react'
import { messageOf } from '../../lib/api.ts'
import { toast } from '../../lib/toast.ts'
import { useCopy } from '../../ui/use-copy.ts'
import styles from './case-measurements.module.css'
import { measurementText } from './measurement-text.ts'
import { ArchWidths, Bolton, Others, ToothSizes } from './tables.tsx'
import { useCaseMeasurements } from './use-case-measurements.ts'

/** The measurements on the scans, beside the viewer; hidden when there are none. */
export function CaseMeasurements({ patientId }: { patientId: number }) {
  const { measurements, error, again } = useCaseMeasurements(patientId)
  if (error)
    return (
      <p className={styles.trouble} role="alert">
        The measurements could not be loaded: {messageOf(error)}{' '}
        <Button size="compact-sm" variant="subtle" onClick={again}>
          Try again
        </Button>
      </p>
    )
  if (measurements.length === 0) return null
  // The newest scans come first, as in the viewer's switch.
  const kinds = scanKinds.toReversed().filter((kind) => measurements.some(({ scan_kind }) => scan_kind === kind))
  return (
    <section className={styles.measurements} aria-label="Measurements">
      {kinds.map((kind) => (
        <OfScans key={kind} kind={kind} measurements={measurements.filter(({ scan_kind }) => scan_kind === kind)} />
      ))}
      <p className={styles.aid}>{aidWords}</p>
    </section>
  )
}

function OfScans({ kind, measurements }: { kind: ScanKind; measurements: Measurement[] }) {
  const { copied, copy } = useCopy(() => toast.error('This browser does not allow copying here.'))
  const title = scanKindTitles[kind]
  const table = tableOf(measurements)
  return (
    <div className={styles.scans}>
      <header>
        <h3>
          Measurements <span>{title}</span>
        </h3>
        <Button
          size="compact-sm"
          variant="subtle"
          leftSection={copied ? <IconCheck size={15} /> : <IconCopy size={15} stroke={1.8} />}
          onClick={() => copy(measurementText(title, table))}
        >
          {copied ? 'Copied!' : 'Copy as text'}
        </Button>
        <output className="visually-hidden">{copied && `Measurements of ${title} copied`}</output>
      </header>
      <ArchWidths rows={table.archWidths} />
      <ToothSizes rows={table.toothSizes} />
      {table.bolton && <Bolton found={table.bolton} />}
      <Others rows={table.others} />
    </div>
  )
}
