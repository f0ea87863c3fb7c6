import { caseTrays } from '@archwire/contract/client/case-trays'
import type { CaseTraySummary } from '@archwire/contract/case-trays/schema.ts'
import { Button } from '@mantine/core'
import { useCall } from '../../lib/query.ts'
import { CopyText } from '../../ui/copy-text.tsx'
import styles from './case-trays.module.css'

/** What can be done with a tray: its Tray ID once, and its end. */
export function TrayActions({
  tray,
  onArchive,
  size = 'compact-sm',
}: {
  tray: CaseTraySummary
  onArchive: () => void
  size?: 'compact-sm' | 'sm'
}) {
  const generate = useCall(caseTrays.generateShippingId, { announce: 'aloud' })
  const looks = size === 'sm' ? ({ size, variant: 'default' } as const) : ({ size, variant: 'subtle' } as const)
  return (
    <span className={styles.actions}>
      {tray.can.generate_shipping_id && (
        <Button
          {...looks}
          loading={generate.isPending}
          aria-label={`Generate Tray ID of tray ${tray.tray_number}`}
          onClick={() => generate.mutate({ params: { id: tray.id } })}
        >
          Generate Tray ID
        </Button>
      )}
      {tray.can.archive && (
        <Button {...looks} aria-label={`Archive tray ${tray.tray_number}`} onClick={onArchive}>
          Archive Tray
        </Button>
      )}
    </span>
  )
}

/** The Tray ID under which a tray ships, to be copied; a sign while there is none. `alone`: it is the page's only one. */
export const TrayId = ({ tray, alone }: { tray: Pick<CaseTraySummary, 'shipping_id_text'>; alone?: boolean }) =>
  tray.shipping_id_text === null ? (
    <span className={styles.none}>–</span>
  ) : (
    <CopyText text={tray.shipping_id_text} {...(alone ? { command: 'Copy the Tray ID' } : {})} />
  )
