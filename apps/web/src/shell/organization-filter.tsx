import { organizations } from '@archwire/contract/client/organizations'
import { ActionIcon } from '@mantine/core'
import { IconChevronDown, IconFilter, IconX } from '@tabler/icons-react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useMatches, useRouter } from '@tanstack/react-router'
import { lazy, Suspense, useEffect, useState } from 'react'
import { chooseOrganizations, chosenKey, useChosenOrganizations } from '../lib/chosen-organizations.ts'
import { query } from '../lib/query.ts'
import { nameOf, sessionIsOver, useSession } from '../lib/session.tsx'
import { DropDown } from '../ui/drop-down.tsx'
import styles from './organization.module.css'
import type { Named } from './organization-picker.tsx'

/** Loaded when a person wants to choose. */
const load = () => import('./organization-picker.tsx')
const OrganizationPicker = lazy(async () => ({ default: (await load()).OrganizationPicker }))

/**
 * The lab's global filter: lists show only the chosen organizations, until they are cleared or the person signs out
 * (`organizations/lab-filter`).
 */
export function OrganizationFilter() {
  const { me } = useSession()
  const { ids, choose } = useFilter(me.id)
  const [opened, setOpened] = useState(false)
  const named = useNamed(ids)
  const words =
    ids.length === 0
      ? 'All organizations'
      : ids.length === 1
        ? (named[0] && nameOf(named[0])) || '1 organization'
        : `${ids.length} organizations`
  return (
    <DropDown
      opened={opened}
      onChange={setOpened}
      onReach={() => void load()}
      label="Organization filter"
      className={styles.picker}
      renderButton={(its) => (
        <span className={styles.filter} data-set={ids.length > 0 || undefined}>
          <button {...its} type="button" className={styles.organization} aria-label={`Organization filter: ${words}`}>
            <IconFilter size={17} stroke={1.7} aria-hidden="true" />
            <span>{words}</span>
            {ids.length > 0 ? (
              <b className={styles.filterCount} aria-hidden="true">
                {ids.length}
              </b>
            ) : (
              <IconChevronDown size={14} aria-hidden="true" />
            )}
          </button>
          {ids.length > 0 && (
            <ActionIcon
              className={styles.filterClear}
              variant="subtle"
              color="gray"
              size={28}
              aria-label="Clear the organization filter"
              onClick={() => choose([])}
            >
              <IconX size={14} />
            </ActionIcon>
          )}
        </span>
      )}
    >
      <Suspense fallback={<p className={styles.nothing}>Loading…</p>}>
        <OrganizationPicker chosen={ids} named={named} onChoose={choose} />
      </Suspense>
    </DropDown>
  )
}

/** Names of the chosen ones, in the order in which they were chosen. */
function useNamed(ids: number[]): Named[] {
  const { data } = useQuery({
    ...query(organizations.list, { query: { ids: ids.join(','), perPage: 200 } }),
    enabled: ids.length > 0,
    placeholderData: keepPreviousData,
    staleTime: 300_000,
  })
  return ids.flatMap((id) => data?.organizations.find((named) => named.id === id) ?? [])
}

/**
 * On a list that is narrowed the address defines what is chosen, and this browser stores it; elsewhere the stored
 * choice applies.
 */
function useFilter(userId: number): { ids: number[]; choose: (ids: number[]) => void } {
  const router = useRouter()
  const kept = useChosenOrganizations(userId)
  const inAddress = useMatches({
    select: (matches) => {
      const list = matches.find(({ staticData }) => staticData.chosenOrganizations)
      return list && ((list.search as Record<string, string | undefined>)[chosenKey] ?? '')
    },
  })
  useEffect(() => {
    if (inAddress === undefined || inAddress === kept || sessionIsOver()) return
    chooseOrganizations(userId, inAddress)
  }, [userId, inAddress, kept])
  const now = inAddress ?? kept
  const choose = (ids: number[]) => {
    if (inAddress === undefined) return chooseOrganizations(userId, ids.join(','))
    const { pathname, search } = router.state.location
    const { page: _, after: __, [chosenKey]: ___, ...rest } = search as Record<string, string>
    void router.navigate({
      to: pathname,
      search: (ids.length > 0 ? { ...rest, [chosenKey]: ids.join(',') } : rest) as object,
      replace: true,
    })
  }
  return { ids: now === '' ? [] : now.split(',').map(Number), choose }
}
