import { locations as locationCalls } from '@archwire/contract/client/locations'
import { users } from '@archwire/contract/client/users'
import type { Day } from '@archwire/contract/core/dates.ts'
import type { PatientSearchKey } from '@archwire/contract/patients/search.ts'
import { flawCauseNames, flawCauses } from '@archwire/contract/flaw-causes.ts'
import { isStaff, staffRoles } from '@archwire/contract/roles.ts'
import { assignments, impressionTypes, products } from '@archwire/contract/rx-forms/options.ts'
import { shippingMethods } from '@archwire/contract/shipping/methods.ts'
import { flawedSteps, modelSteps, printSteps } from '@archwire/contract/tech-workflows/steps.ts'
import { useMediaQuery } from '@mantine/hooks'
import { IconChevronDown, IconChevronUp } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Fragment, useState, type ReactNode } from 'react'
import { query } from '../../lib/query.ts'
import { allowed, roleOf, useSession } from '../../lib/session.tsx'
import bar from '../../ui/list/filter-bar.module.css'
import { DaysChip } from '../../ui/list/days-chip.tsx'
import { ChoiceChip, SelectChip, SetChip, TextChip, ToggleChip } from '../../ui/list/filter-chips.tsx'
import { NamesChip } from '../../ui/list/names-chip.tsx'
import { ChosenOrganizationsChip } from './chosen-organizations-chip.tsx'
import { createdLabel, LinkedFilters, workOptions } from './linked-filters.tsx'
import type { CaseListState, ListSearch } from './list-search.ts'
import { PracticePicker } from './practice-picker.tsx'

interface Props {
  list: CaseListState
  search: ListSearch
  today: Day
}

/** A picker, and the keys that it sets. */
interface Filter {
  keys: readonly PatientSearchKey[]
  chip: ReactNode
  /** Always shown, except on phones: as many as one row holds beside the search at 1440 pixels. */
  first?: true
  /** Left out for who may not use it. */
  hidden?: boolean
}

const causeOptions = flawCauseNames.map((id) => ({ id, label: flawCauses[id] }))
const stepOptions = [...modelSteps, ...printSteps, ...flawedSteps].map((step) => ({ id: step, label: step }))

/** A picker for every filter of the lab's list; those used less often are behind "More filters" (`work/pickers`). */
export function ManagementFilters({ list, search, today }: Props) {
  const [open, setOpen] = useState(false)
  const phone = useMediaQuery('(max-width: 48em)', false, { getInitialValueInEffect: false })
  const filters = useFilters({ list, search, today, open }).filter(({ hidden }) => !hidden)
  const isSet = ({ keys }: Filter) => keys.some((key) => search[key])
  const shown = filters.filter((filter) => open || isSet(filter) || (filter.first && !phone))
  return (
    <>
      {shown.map(({ keys, chip }) => (
        <Fragment key={keys[0]}>{chip}</Fragment>
      ))}
      <LinkedFilters
        search={search}
        picked={filters.flatMap(({ keys }) => keys)}
        onClear={(key) => list.set({ [key]: '' })}
      />
      <ChosenOrganizationsChip search={search} onClear={() => list.set({ chosen_wi_organization_id: '' })} />
      <button
        type="button"
        className={bar.chip}
        aria-expanded={open}
        data-unfolded={open || undefined}
        onClick={() => setOpen((now) => !now)}
      >
        {open ? 'Fewer filters' : phone ? 'Filters' : 'More filters'}
        {open ? <IconChevronUp size={14} aria-hidden="true" /> : <IconChevronDown size={14} aria-hidden="true" />}
      </button>
    </>
  )
}

function useFilters({ list, search, today, open }: Props & { open: boolean }): Filter[] {
  const { me } = useSession()
  const staff = isStaff(roleOf(me))
  const toggle = (key: PatientSearchKey, label: string, besides: Partial<Filter> & { on?: string } = {}): Filter => {
    const { on = '1', ...filter } = besides
    const set = (value: boolean) => list.set({ [key]: value ? on : '' })
    const isOn = list.valueOf(key) === on
    return {
      keys: [key],
      chip: toggleChip({ label, on: isOn, onChange: set, alone: !open && !filter.first }),
      ...filter,
    }
  }
  const days = (key: PatientSearchKey, label: string, max?: Day): Filter => ({
    keys: [key],
    chip: <DaysChip label={label} today={today} max={max} {...list.field(key)} />,
  })
  const names = (key: PatientSearchKey, label: string, options: readonly { id: string; label: string }[]): Filter => ({
    keys: [key],
    chip: <NamesChip label={label} options={options} usual={[]} {...list.field(key)} />,
  })
  const first = { first: true } as const
  return [
    {
      keys: ['requestAssignments'],
      ...first,
      chip: <ChoiceChip label="Assigned to" options={assignments} {...list.field('requestAssignments')} />,
    },
    { ...names('requestTypeStatus', 'Work', workOptions), ...first },
    { ...names('filter[request_step]', 'Next step', stepOptions), ...first },
    toggle('filter[changes_asked_only]', 'Changes asked', first),
    toggle('filter[only_on_hold]', 'Only On-hold', first),
    toggle('filter[rush_case_only]', 'Rush Case Only', first),
    toggle('filter[active_request_only]', 'Inactive too', { on: '0' }),
    days('filter[ship_date_between]', 'Ship date'),
    { keys: ['filter[doctor]'], chip: <TextChip label="Doctor" {...list.field('filter[doctor]')} /> },
    {
      keys: ['filter[doctor_or_organization]'],
      chip: <TextChip label="Doctor or practice" {...list.field('filter[doctor_or_organization]')} />,
    },
    {
      keys: ['queryOrganization'],
      chip: <PracticePicker {...list.field('queryOrganization')} />,
    },
    {
      keys: ['filter[locations]'],
      hidden: !search.queryOrganization,
      chip: <LocationChip organizationId={search.queryOrganization ?? ''} {...list.field('filter[locations]')} />,
    },
    {
      keys: ['filter[customer_service_manager]'],
      hidden: !staff || !allowed(me, undefined, 'users.view'),
      chip: <StaffChip label="Customer service manager" {...list.field('filter[customer_service_manager]')} />,
    },
    names('filter[shipping_type_filter]', 'Shipping method', shippingMethods),
    {
      keys: ['filter[tracking_number]'],
      chip: <TextChip label="Tracking number" whole {...list.field('filter[tracking_number]')} />,
    },
    days('filter[created_at_between]', createdLabel(search), today),
    days('filter[approved_between]', 'Approved', today),
    toggle('filter[first_round_only]', 'No changes asked'),
    days('filter[completed_case_between]', 'Completed', today),
    days('filter[shipped_between]', 'Shipped', today),
    {
      keys: ['filter[impression_type]'],
      chip: <ChoiceChip label="Impression" options={impressionTypes} {...list.field('filter[impression_type]')} />,
    },
    { keys: ['filter[products_list]'], chip: <ProductsChip {...list.field('filter[products_list]')} /> },
    names('filter[flaw_cause]', 'Cause', causeOptions),
    days('filter[worked_between]', 'Step finished', today),
    names('filter[worked_step]', 'Finished step', stepOptions),
    {
      keys: ['filter[worked_by]'],
      hidden: !staff || !allowed(me, undefined, 'users.view'),
      chip: <StaffChip label="Finished by" {...list.field('filter[worked_by]')} />,
    },
    {
      keys: ['filter[assigned_to]'],
      hidden: !staff || !allowed(me, undefined, 'users.view'),
      chip: <StaffChip label="Technician" {...list.field('filter[assigned_to]')} />,
    },
    toggle('filter[insert_brackets]', 'With brackets'),
    toggle('filter[shipping]', 'Ships next'),
    toggle('filter[without_tray]', 'In no tray'),
    toggle('filter[asks_doctor_only]', 'Questions to the doctor'),
    toggle('filter[late_only]', 'Late'),
    toggle('filter[at_risk_only]', 'At risk'),
    toggle('filter[stuck_only]', 'Stuck'),
    toggle('filter[arriving_only]', 'Arrives this week'),
    toggle('filter[unassigned_only]', 'Unassigned', { hidden: !staff }),
    {
      keys: ['filter[cancelled]'],
      chip: toggleChip({
        label: 'Canceled',
        on: list.valueOf('filter[cancelled]') === '1',
        // None of them is at work.
        onChange: (on) =>
          list.set({ 'filter[cancelled]': on ? '1' : '', 'filter[active_request_only]': on ? '0' : '' }),
        alone: !open,
      }),
    },
    toggle('filter[with_cancelled]', 'Canceled too'),
    {
      keys: ['filter[archived_only]', 'filter[only_deleted]'],
      hidden: !allowed(me, undefined, 'organization.view-archived'),
      chip: toggleChip({
        label: 'Archived Only',
        on: [list.valueOf('filter[archived_only]'), list.valueOf('filter[only_deleted]')].includes('1'),
        onChange: (on) => list.set({ 'filter[archived_only]': on ? '1' : '', 'filter[only_deleted]': '' }),
        alone: !open,
      }),
    },
  ]
}

interface Toggle {
  label: string
  on: boolean
  onChange: (on: boolean) => void
  /** Not among all the others: once it is off, it is not shown any longer. */
  alone: boolean
}

const toggleChip = ({ alone, ...toggle }: Toggle) =>
  alone && toggle.on ? (
    <SetChip label={toggle.label} onClear={() => toggle.onChange(false)} />
  ) : (
    <ToggleChip {...toggle} />
  )

interface Picked {
  value: string
  onChange: (value: string) => void
}

/** The people of the lab, any of whom may work on cases and look after organizations. */
function StaffChip({ label, ...picked }: Picked & { label: string }) {
  const { data } = useQuery({
    ...query(users.list, { query: { roles: staffRoles.join(','), perPage: '200' } }),
    staleTime: 300_000,
  })
  const options = (data?.users ?? []).map(({ id, full_name }) => ({ id, label: full_name }))
  return <SelectChip label={label} options={options} {...picked} />
}

/** The locations of the practice that the list is about. */
function LocationChip({ organizationId, ...picked }: Picked & { organizationId: string }) {
  const { data } = useQuery({
    ...query(locationCalls.list, { query: { organization_id: organizationId, perPage: '200' } }),
    enabled: /^\d+$/.test(organizationId),
    staleTime: 300_000,
  })
  const options = (data?.locations ?? []).map(({ id, location_name }) => ({ id, label: location_name }))
  return <ChoiceChip label="Location" options={options} {...picked} />
}

/** Products that a case has, all of them; in the address their bits are added up. */
function ProductsChip({ value, onChange }: Picked) {
  const chosen = products.filter(({ id }) => (Number(value) & id) !== 0).map(({ id }) => id)
  return (
    <ChoiceChip
      label="Products"
      options={products}
      value={chosen.join(',')}
      onChange={(next) => onChange(next === '' ? '' : String(next.split(',').reduce((sum, id) => sum + Number(id), 0)))}
    />
  )
}
