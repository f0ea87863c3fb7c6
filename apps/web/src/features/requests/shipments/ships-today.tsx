import { customerRequests } from '@archwire/contract/client/customer-requests'
import { counted } from '@archwire/contract/core/counted.ts'
import { IconVolume, IconVolumeOff } from '@tabler/icons-react'
import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { query } from '../../../lib/query.ts'
import { useScannedCode } from '../../case/scanned-code.ts'
import { Page } from '../../../ui/page.tsx'
import { EmptyState, ErrorState, Note } from '../../../ui/states.tsx'
import { CodeField } from './code-field.tsx'
import { countOf, isDone, parcelsOf, type Parcel } from './parcel.ts'
import { ParcelCard } from './parcel-card.tsx'
import { NextToShip } from './next-to-ship.tsx'
import { rememberSound, soundIsOn } from './sounds.ts'
import styles from './shipments.module.css'
import { usePacking } from './use-packing.ts'

/** What the lab ships today, by parcel, worked through with a scanner (`requests/ships-today`). */
export function ShipsToday() {
  const { data, error, refetch } = useQuery(query(customerRequests.shipsToday, {}))
  const parcels = useMemo(() => parcelsOf(data?.customer_requests ?? []), [data])
  const packing = usePacking(parcels)
  // Asked before the part that opens a case: a code that is scanned here stays here.
  useScannedCode((code) => packing.scan(code.toUpperCase()))
  const todo = parcels.filter((parcel) => !isDone(parcel))
  const done = parcels.filter(isDone)
  return (
    <Page title="Ships today" subtitle={data && summaryOf(todo, done)} actions={<SoundSwitch />}>
      {error && !data ? (
        <ErrorState error={error} onRetry={() => void refetch()} />
      ) : !data ? (
        <p className={styles.quiet} role="status" aria-busy="true">
          Loading what ships today…
        </p>
      ) : (
        <>
          <div className={styles.scan}>
            <CodeField onCode={packing.scan} />
            <div className={styles.verdict} role="status" aria-live="assertive" data-tone={packing.verdict?.tone}>
              {/* The same words again are read out again. */}
              <span key={packing.count}>{packing.verdict?.text ?? 'Scan a patient label, or type its case code.'}</span>
            </div>
          </div>
          {data.left_out > 0 && <Note tone="warning">{data.left_out} more prints are overdue and not shown.</Note>}
          {parcels.length === 0 && (
            <EmptyState title="Nothing ships today." text="Prints of the lab appear here on the day they ship." />
          )}
          {todo.length === 0 && <NextToShip today={data.today} next={data.next} />}
          {[...todo, ...done].map((parcel) => (
            <ParcelCard key={parcel.key} parcel={parcel} packing={packing} />
          ))}
        </>
      )}
    </Page>
  )
}

/** "5 prints in 2 parcels to ship, 1 parcel shipped" */
function summaryOf(todo: Parcel[], done: Parcel[]): string {
  const prints = todo.reduce((sum, parcel) => sum + countOf(parcel, ({ completed_at }) => completed_at === null), 0)
  return [
    `${counted(prints, 'print')} in ${counted(todo.length, 'parcel')} to ship`,
    done.length > 0 && `${counted(done.length, 'parcel')} shipped`,
  ]
    .filter(Boolean)
    .join(', ')
}

/** Turns the sound of scans off and on, for this browser. */
function SoundSwitch() {
  const [on, setOn] = useState(soundIsOn)
  const Icon = on ? IconVolume : IconVolumeOff
  return (
    <Button
      variant="default"
      aria-pressed={on}
      leftSection={<Icon size={16} stroke={1.7} />}
      onClick={() => {
        rememberSound(!on)
        setOn(!on)
      }}
    >
      {on ? 'Sound on' : 'Sound off'}
    </Button>
  )
}
