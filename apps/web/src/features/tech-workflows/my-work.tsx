import { myWork } from '@archwire/contract/client/my-work'
import { techWorkflows } from '@archwire/contract/client/tech-workflows'
import type { WorkItem } from '@archwire/contract/my-work/routes.ts'
import { useQuery } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import { formatCount } from '../../lib/format.ts'
import { query, useCall } from '../../lib/query.ts'
import { useScannedCode } from '../case/scanned-code.ts'
import { serverInstant } from '../../lib/server-time.ts'
import { roleOf, useSession } from '../../lib/session.tsx'
import { Page, Section } from '../../ui/page.tsx'
import { EmptyState, ErrorState } from '../../ui/states.tsx'
import { ClockNote } from './clock-note.tsx'
import styles from './my-work.module.css'
import { decideAct, nextAct } from './work-actions.ts'
import { WorkRow } from './work-row.tsx'

/** A scanner may read a code twice in one go: the button is pressed by a scan of its own only. */
const secondScanMs = 700

/** What is mine and what I can take, by ship date, each with the one thing to do next (`work/mine`). */
export function MyWork() {
  const { me } = useSession()
  const router = useRouter()
  const { data, error, refetch } = useQuery(query(myWork.get, {}))
  const save = useCall(techWorkflows.saveProcesses, { announce: 'aloud' })
  const [selected, setSelected] = useState<number>()
  const rows = useRef<HTMLDivElement>(null)
  const scanned = useRef(0)
  const all = data ? [...data.mine, ...data.to_correct, ...data.available] : []
  const nextOf = (item: WorkItem) => (data?.to_correct.includes(item) ? decideAct(item) : nextAct(item, roleOf(me)))
  const act = (item: WorkItem) => {
    const next = nextOf(item)
    if (next.kind === 'leave') return void router.navigate({ to: next.to })
    if (save.isPending) return
    const processes = next
      .steps(me, serverInstant())
      .map(({ id, started_at, finished_at, user_id }) => ({ id, started_at, finished_at, user_id }))
    save.mutate({ params: { id: item.workflow_id }, body: { version: item.version, processes } })
  }
  useScannedCode((code, at) => {
    const item = all.find(({ patient }) => patient.case_code.toLowerCase() === code.toLowerCase())
    if (!item) return false
    if (selected === item.workflow_id && at - scanned.current >= secondScanMs) act(item)
    scanned.current = at
    setSelected(item.workflow_id)
    return true
  })
  useEffect(() => {
    const row = rows.current?.querySelector<HTMLElement>(`[data-work="${selected}"]`)
    row?.scrollIntoView({ block: 'nearest' })
    row?.querySelector<HTMLElement>('[data-act]')?.focus({ preventScroll: true })
  }, [selected])
  const list = (items: WorkItem[], label: string) => (
    <ul className={styles.list} aria-label={label}>
      {items.map((item) => (
        <WorkRow
          key={item.workflow_id}
          item={item}
          selected={item.workflow_id === selected}
          busy={save.isPending && save.variables.params.id === item.workflow_id}
          act={nextOf(item)}
          onAct={() => act(item)}
        />
      ))}
    </ul>
  )
  return (
    <Page
      list
      title="My work"
      subtitle={<span>Scan a case code to select its work; scan it again to do the next step.</span>}
    >
      {error && !data ? (
        <ErrorState error={error} onRetry={() => void refetch()} />
      ) : !data ? (
        <div className={styles.loading} role="status" aria-label="Loading" />
      ) : (
        <div className={styles.lists} ref={rows}>
          <ClockNote />
          <Section title={`Mine (${formatCount(data.totals.mine)})`}>
            {data.mine.length > 0 ? (
              list(data.mine, 'Mine')
            ) : (
              <p className={styles.none}>
                <strong>Nothing is assigned to you.</strong> Start a step of the work below to take it.
              </p>
            )}
          </Section>
          {data.to_correct.length > 0 && (
            <Section title={`Corrected files to check (${formatCount(data.totals.to_correct)})`}>
              {list(data.to_correct, 'Corrected files to check')}
            </Section>
          )}
          <Section title={`Available (${formatCount(data.totals.available)})`}>
            {data.available.length > 0 ? (
              list(data.available, 'Available')
            ) : (
              <EmptyState title="No unassigned work." text="New work appears here automatically." />
            )}
          </Section>
        </div>
      )}
    </Page>
  )
}
