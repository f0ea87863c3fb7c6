import { figures as calls } from '@archwire/contract/client/figures'
import type { LabFigures, PracticeFigures } from '@archwire/contract/figures/routes.ts'
import {
  keepPreviousData,
  useMutation,
  useQuery,
  useQueryClient,
  type QueryKey,
  type UseQueryOptions,
} from '@tanstack/react-query'
import { Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { PlotRow } from '../../features/dashboard/plots.tsx'
import { RangeBar } from '../../features/dashboard/range-bar.tsx'
import { presetIn, rangeIn } from '../../features/dashboard/range-in-address.ts'
import { FigureCards } from '../../features/figures/figure-cards.tsx'
import { CaseListContext } from '../../features/figures/figure-link.tsx'
import { LabReports } from '../../features/figures/lab-reports.tsx'
import { PracticeReports } from '../../features/figures/practice-reports.tsx'
import styles from '../../features/figures/reports.module.css'
import type { FigureSearch } from '../../features/figures/search.ts'
import { call, messageOf } from '../../lib/api.ts'
import { useChosenOrganizations } from '../../lib/chosen-organizations.ts'
import { useLabClock } from '../../lib/lab-clock.ts'
import { query } from '../../lib/query.ts'
import { nameOf, useSession, type Organization } from '../../lib/session.tsx'
import { toast } from '../../lib/toast.ts'
import { useMenu } from '../../shell/use-menu.ts'
import { Page } from '../../ui/page.tsx'
import { PagePending } from '../../ui/page-states.tsx'
import { EmptyState, ErrorState, Note } from '../../ui/states.tsx'

interface Props {
  search: FigureSearch
  onSearch: (search: FigureSearch) => void
}

/** The reports of the practice at work, or the figures of the lab (`reports/who-practice`, `reports/who-lab`). */
export function Reports(props: Props) {
  const { me, organization } = useSession()
  if (me.is_management) return <OfLab {...props} />
  return organization && <OfPractice key={organization.id} organization={organization} {...props} />
}

function OfPractice({ organization, ...props }: Props & { organization: Organization }) {
  const { asked, range, today } = useRange(props.search)
  const params = { id: organization.id }
  const answer = useFigures<PracticeFigures>(query(calls.ofPractice, { params, query: asked }), () =>
    call(calls.ofPractice, { params, query: { ...asked, live_data: '1' } }),
  )
  return (
    <Page title="Reports" subtitle={nameOf(organization)}>
      <CaseListContext value="/patients">
        <Framed {...props} answer={answer}>
          {(figures) => (
            <>
              <FigureCards figures={figures} makers="practice" range={range} today={today} />
              <PlotRow plots={figures.plots} before={undefined} shipped={figures.counts.shipped} />
              <PracticeReports figures={figures} range={range} today={today} />
            </>
          )}
        </Framed>
      </CaseListContext>
    </Page>
  )
}

function OfLab(props: Props) {
  const { asked, range, today } = useRange(props.search)
  const answer = useFigures<LabFigures>(query(calls.ofLab, { query: asked }), () =>
    call(calls.ofLab, { query: { ...asked, live_data: '1' } }),
  )
  const isListNarrowed = useChosenOrganizations(useSession().me.id) !== ''
  // Known to the menu once it is built, and for those who may open it.
  const exports = useMenu().find(({ route }) => route === '/export-reports')
  return (
    <Page
      title="Figures"
      actions={
        exports && (
          <Button component={Link} to={exports.to} variant="default">
            Export reports
          </Button>
        )
      }
    >
      <CaseListContext value="/patients-page">
        {isListNarrowed && (
          <Note>
            These figures count all organizations. The lists behind them show only those chosen in the filter above.
          </Note>
        )}
        <Framed {...props} answer={answer}>
          {(figures) => (
            <>
              <FigureCards figures={figures} makers="lab" range={range} today={today} />
              <PlotRow plots={figures.plots} before={undefined} shipped={figures.counts.shipped} />
              <LabReports figures={figures} range={range} today={today} />
            </>
          )}
        </Framed>
      </CaseListContext>
    </Page>
  )
}

/** The days that the address means, as the calls ask for them. */
function useRange(search: FigureSearch) {
  const { today } = useLabClock()
  const range = rangeIn(search, today)
  const asked = { ...(range.from && { date_from: range.from }), ...(range.to && { date_to: range.to }) }
  return { range, today, asked }
}

/** Figures as they were asked for; those of another range stay until the new ones are there. */
function useFigures<T>(options: UseQueryOptions<T, Error, T, QueryKey>, fresh: () => Promise<T>) {
  const client = useQueryClient()
  const answer = useQuery<T, Error, T, QueryKey>({ ...options, placeholderData: keepPreviousData as never })
  const refresh = useMutation({
    mutationFn: fresh,
    onSuccess: (figures) => client.setQueryData(options.queryKey, figures),
    onError: (error) => toast.error(messageOf(error)),
  })
  return { answer, refresh, figures: answer.data }
}

interface FramedProps<T> extends Props {
  answer: ReturnType<typeof useFigures<T>>
  children: (figures: T) => ReactNode
}

/** The range above, and the figures once they are there. */
function Framed<T extends LabFigures | PracticeFigures>({
  search,
  onSearch,
  answer: { answer, refresh, figures },
  children,
}: FramedProps<T>) {
  const { range, today } = useRange(search)
  const isOfOther = answer.isPlaceholderData
  return (
    <div className={styles.reports}>
      <RangeBar
        preset={presetIn(search)}
        range={range}
        before={null}
        today={today}
        onPreset={(preset) => onSearch(preset === 'this_month' ? {} : { preset })}
        onDays={(days) => onSearch({ days })}
        computedAt={isOfOther ? undefined : figures?.computed_at}
        refreshing={refresh.isPending}
        onRefresh={() => refresh.mutate()}
      />
      {!figures ? (
        answer.error ? (
          <ErrorState error={answer.error} onRetry={() => void answer.refetch()} />
        ) : (
          <PagePending />
        )
      ) : !isOfOther && figures.counts.total_cases === 0 ? (
        <EmptyState
          title="No data yet."
          text="No case was submitted before the end of this period. Choose a later period, or come back after the first case."
        />
      ) : (
        <div className={styles.figures} aria-busy={isOfOther} data-old={isOfOther || answer.isError || undefined}>
          {children(figures)}
        </div>
      )}
    </div>
  )
}
