import { lazy, Suspense } from 'react'
import type { DashboardSearch, StatisticsProps } from '../../features/dashboard/index.ts'
import { maySeeStatistics, WaitingForApproval, WaitingForLab } from '../../features/dashboard/index.ts'
// Not through the feature's index, which would load everything that a case's own page shows.
import { LatestPatients } from '../../features/patients/latest-patients.tsx'
import { refusals } from '../../lib/refusal.ts'
import { nameOf, useSession } from '../../lib/session.tsx'
import { Page, Section } from '../../ui/page.tsx'
import { EmptyState } from '../../ui/states.tsx'
import { StatusTabs } from '../../ui/list/status-tabs.tsx'

/** Plots and the calendar load only when they are shown. */
const LazyStatistics = lazy(() => import('../../features/dashboard/statistics.tsx'))

interface Props {
  search: DashboardSearch
  onSearch: (search: DashboardSearch) => void
}

/**
 * Home (`screens/home`): what waits for the lab, its latest patients and, for those who may see them, statistics; for a
 * practice what waits for its approval, and statistics.
 */
export function Dashboard({ search, onSearch }: Props) {
  const { me, organization } = useSession()
  if (!me.is_management)
    return (
      <Page title="Dashboard" subtitle={organization && nameOf(organization)}>
        {organization ? (
          <>
            <WaitingForApproval organization={organization} />
            <Figures key={organization.id} search={search} onSearch={onSearch} organizationId={organization.id} />
          </>
        ) : (
          <EmptyState title={refusals.noneSelected} />
        )}
      </Page>
    )
  const mayCount = maySeeStatistics(me, organization)
  const shown = mayCount && search.tab === 'statistics' ? 'statistics' : ''
  const { page, perPage, order, orderBy, chosen_wi_organization_id } = search
  return (
    <Page title="Dashboard">
      {mayCount && (
        <StatusTabs
          label="Dashboard"
          value={shown}
          onChange={(tab) => onSearch({ chosen_wi_organization_id, ...(tab && { tab }) })}
          tabs={[
            { value: '', label: 'Overview' },
            { value: 'statistics', label: 'Statistics' },
          ]}
        />
      )}
      {shown === 'statistics' ? (
        <Figures search={search} onSearch={onSearch} />
      ) : (
        <>
          <WaitingForLab chosen={chosen_wi_organization_id} />
          <Section title="Latest Patients">
            <LatestPatients
              search={defined({ page, perPage, order, orderBy, chosen_wi_organization_id })}
              onSearch={(next) => onSearch(next as DashboardSearch)}
            />
          </Section>
        </>
      )}
    </Page>
  )
}

const Figures = (props: StatisticsProps) => (
  <Suspense fallback={null}>
    <LazyStatistics {...props} />
  </Suspense>
)

const defined = <T extends object>(values: T): T =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)) as T
