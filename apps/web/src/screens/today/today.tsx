import { today } from '@archwire/contract/client/today'
import { todayLists } from '@archwire/contract/today/lists.ts'
import type { TodayList } from '@archwire/contract/today/routes.ts'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useCasePage } from '../../features/case/case-page.ts'
import { chosenKey } from '../../lib/chosen-organizations.ts'
import { formatCount } from '../../lib/format.ts'
import { query } from '../../lib/query.ts'
import { nameOf, useSession } from '../../lib/session.tsx'
import { Page } from '../../ui/page.tsx'
import { EmptyState, ErrorState } from '../../ui/states.tsx'
import { MondayMail } from './monday-mail.tsx'
import styles from './today.module.css'
import { listOf, meanings, urgent, Why } from './why.tsx'

/** What waits for a person, each number with its first lines and the list that it opens (`today/number`). */
export function Today({ chosen }: { chosen: string | undefined }) {
  const { me, organization } = useSession()
  const ofLab = chosen ? { [chosenKey]: chosen } : {}
  const { data, error, refetch } = useQuery({
    ...query(today.get, {
      query: me.is_management ? ofLab : organization ? { organization_id: String(organization.id) } : {},
    } as never),
    placeholderData: keepPreviousData,
  })
  const waiting = data?.lists.filter(({ total }) => total > 0)
  return (
    <Page title="Today" subtitle={!me.is_management && organization ? nameOf(organization) : undefined}>
      {error && !data ? (
        <ErrorState error={error} onRetry={() => void refetch()} />
      ) : !data || !waiting ? (
        <p className={styles.quiet} role="status" aria-busy="true">
          Loading what waits…
        </p>
      ) : (
        <>
          {waiting.length === 0 ? (
            <EmptyState title="Nothing waits." text="What needs you will appear here." />
          ) : (
            <div className={styles.lists}>
              {waiting.map((list) => (
                <List key={list.kind} list={list} today={data.today} chosen={ofLab} />
              ))}
            </div>
          )}
          <MondayMail on={data.monday_mail} />
        </>
      )}
    </Page>
  )
}

function List({
  list: { kind, total, items },
  today: day,
  chosen,
}: {
  list: TodayList
  today: string
  chosen: object
}) {
  const caseOf = useCasePage()
  const { label } = todayLists[kind]
  const opens = listOf(kind, chosen) as { to: '/patients'; search: object }
  return (
    <section className={styles.list} aria-label={label}>
      <Link {...opens} className={styles.head} data-tone={urgent.has(kind) ? 'red' : undefined}>
        <h2>{label}</h2>
        <strong className="numeric">{formatCount(total)}</strong>
        <small>{meanings[kind]}</small>
      </Link>
      <ul>
        {items.map((item) => (
          <li key={item.id}>
            <div className={styles.who}>
              {kind === 'unpaid' ? (
                <Link to="/subscriptions/$id" params={{ id: item.id }} translate="no">
                  {item.name}
                </Link>
              ) : (
                <Link {...caseOf(item.id)} translate="no">
                  {item.name}
                </Link>
              )}
              <span className="numeric">{item.code}</span>
              {item.practice && <span translate="no">{item.practice}</span>}
            </div>
            <p className={styles.why}>
              <Why kind={kind} item={item} today={day} />
            </p>
          </li>
        ))}
      </ul>
      {total > items.length && (
        <Link {...opens} className={styles.all}>
          All {formatCount(total)}
        </Link>
      )}
    </section>
  )
}
