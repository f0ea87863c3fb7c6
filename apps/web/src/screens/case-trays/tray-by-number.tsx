import { caseTrays } from '@archwire/contract/client/case-trays'
import { useSuspenseQuery } from '@tanstack/react-query'
import { Navigate } from '@tanstack/react-router'
import { query } from '../../lib/query.ts'
import { homeOf, useSession } from '../../lib/session.tsx'
import { Page } from '../../ui/page.tsx'
import { EmptyState } from '../../ui/states.tsx'

/** The number that is written on a tray leads to it; of those that are not archived it is the only one. */
export function TrayByNumber({ number }: { number: string }) {
  const { me } = useSession()
  const asked = query(caseTrays.list, { query: { 'filter[tray_number]': number, perPage: '1' } })
  const tray = useSuspenseQuery(asked).data.case_trays[0]
  if (tray) return <Navigate to="/case-trays/$caseTrayId" params={{ caseTrayId: tray.id }} replace />
  return (
    <Page title={`Tray ${number}`} above={{ label: 'Patients', to: homeOf(me) }}>
      <EmptyState title={`There is no tray ${number}.`} text="It may be archived, or the number was misread." />
    </Page>
  )
}
