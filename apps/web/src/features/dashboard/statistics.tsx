import { dashboard } from '@archwire/contract/client/dashboard'
import { rangeBefore, type DayRange } from '@archwire/contract/dashboard/ranges.ts'
import type { Dashboard } from '@archwire/contract/dashboard/routes.ts'
import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { call, messageOf } from '../../lib/api.ts'
import { useChosenOrganizations } from '../../lib/chosen-organizations.ts'
import { useLabClock } from '../../lib/lab-clock.ts'
import { query } from '../../lib/query.ts'
import { useSession } from '../../lib/session.tsx'
import { toast } from '../../lib/toast.ts'
import { EmptyState, ErrorState, Note } from '../../ui/states.tsx'
import { CountCards } from './count-cards.tsx'
import type { Board, DashboardSearch } from './dashboard-search.ts'
import { presetIn, rangeIn } from './range-in-address.ts'
import styles from './dashboard.module.css'
import { GaugeBoard } from './gauges.tsx'
import { PlotRow } from './plots.tsx'
import { RangeBar } from './range-bar.tsx'

export interface StatisticsProps {
  search: DashboardSearch
  onSearch: (search: DashboardSearch) => void
  /** The practice whose figures these are; without one the whole lab's, with gauges. */
  organizationId?: number
}

/** The figures of a range of days: counts that link to their lists, the status of practices, plots. */
export function Statistics({ search, onSearch, organizationId }: StatisticsProps) {
  const client = useQueryClient()
  const { today } = useLabClock()
  const range = rangeIn(search, today)
  const preset = presetIn(search)
  const of = ({ from, to }: DayRange) => ({
    ...(from && { date_from: from }),
    ...(to && { date_to: to }),
    ...(organizationId && { organization_id: organizationId }),
  })
  const asked = of(range)
  const before = rangeBefore(preset, range)
  const options = query(dashboard.get, { query: asked })
  const figures = useQuery({ ...options, placeholderData: keepPreviousData })
  const comparison = useQuery({ ...query(dashboard.get, { query: of(before ?? range) }), enabled: before !== null })
  const refresh = useMutation({
    mutationFn: () => call(dashboard.get, { query: { ...asked, live_data: '1' } }),
    onSuccess: (fresh: Dashboard) => client.setQueryData(options.queryKey, fresh),
    onError: (error) => toast.error(messageOf(error)),
  })
  const { data } = figures
  const isOfOther = figures.isPlaceholderData
  const isOld = isOfOther || figures.isError
  // Both are of the range that is shown, or there is no comparison.
  const compared = before && comparison.data && !isOfOther ? comparison.data : undefined
  const isListNarrowed = useChosenOrganizations(useSession().me.id) !== '' && !organizationId
  const { preset: _, days: __, ...rest } = search
  return (
    <div className={styles.statistics}>
      <RangeBar
        preset={preset}
        range={range}
        before={before}
        today={today}
        onPreset={(chosen) => onSearch(chosen === 'this_month' ? rest : { ...rest, preset: chosen })}
        onDays={(days) => onSearch({ ...rest, days })}
        computedAt={isOfOther ? undefined : data?.computed_at}
        refreshing={refresh.isPending}
        onRefresh={() => refresh.mutate()}
      />
      {isListNarrowed && (
        <Note>
          These figures count all organizations. The lists behind them show only those chosen in the filter above.
        </Note>
      )}
      {figures.error && !data ? (
        <ErrorState error={figures.error} onRetry={() => void figures.refetch()} />
      ) : data && !isOfOther && data.counts.total_cases === 0 ? (
        <EmptyState
          title="No data yet."
          text="No case was submitted before the end of this period. Choose a later period, or come back after the first case."
        />
      ) : (
        <div className={styles.figures} aria-busy={!data || isOfOther} data-old={isOld || undefined}>
          <CountCards
            counts={data?.counts}
            before={compared?.counts}
            range={range}
            today={today}
            list={organizationId ? '/patients' : '/patients-page'}
          />
          <PlotRow plots={data?.plots} before={compared?.plots} shipped={data?.counts.shipped} />
        </div>
      )}
      {!organizationId && (!figures.error || data) && data?.statuses !== null && (
        <GaugeBoard
          statuses={data?.statuses ?? undefined}
          board={(search.board as Board | undefined) ?? 'organization'}
          onBoard={(board) => onSearch({ ...search, board: board === 'organization' ? undefined : board })}
        />
      )}
    </div>
  )
}
export default Statistics
