import { caseTrays } from '@archwire/contract/client/case-trays'
import { mostOfTray } from '@archwire/contract/case-trays/types.ts'
import { useSuspenseQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { ArchiveTray, TrayActions, TrayId } from '../../features/case-trays/index.ts'
import { formatInstant } from '../../lib/format.ts'
import { query } from '../../lib/query.ts'
import { allowed, homeOf, useSession } from '../../lib/session.tsx'
import { Tag } from '../../ui/badges.tsx'
import { Page, Section } from '../../ui/page.tsx'
import { TrayCases } from './tray-cases.tsx'

/** A tray of 8 with what is in it. */
export function TrayDetails({ id }: { id: number }) {
  const { case_tray: tray } = useSuspenseQuery(query(caseTrays.get, { params: { id } })).data
  const { me } = useSession()
  const [archiving, setArchiving] = useState(false)
  const many = tray.patients.length
  // Only who makes trays has their list.
  const above = allowed(me, undefined, 'case-trays.manage')
    ? { label: 'Trays of 8', to: '/case-trays', search: { idx: '1' } }
    : { label: 'Patients', to: homeOf(me) }
  return (
    <Page
      title={`Tray ${tray.tray_number}`}
      above={above}
      badge={tray.deleted_at !== null && <Tag tone="red">Archived</Tag>}
      subtitle={
        <>
          {tray.shipping_id_text !== null && (
            <>
              <TrayId tray={tray} alone /> ·{' '}
            </>
          )}
          Created {formatInstant(tray.created_at)}
        </>
      }
      actions={<TrayActions tray={tray} size="sm" onArchive={() => setArchiving(true)} />}
      narrow
    >
      <Section title={`${many} of ${mostOfTray} cases`}>
        <TrayCases patients={tray.patients} />
      </Section>
      {archiving && <ArchiveTray tray={tray} onClose={() => setArchiving(false)} />}
    </Page>
  )
}
