import { dayIn } from '@archwire/contract/core/dates.ts'
import type { PatientSearch } from '@archwire/contract/patients/search.ts'
import type { MadeCase, MadeCorrection, MadePrint, MadeWork } from './made-cases.ts'

/**
 * The lab's list by a scan in memory, written from `docs/product/work.md` alone: which cases a search shows, in which
 * order.
 */
export interface Reader {
  /** A partner lab reads the cases assigned to it. */
  partner: number | null
  /** Today on the lab's calendar. */
  today: string
  zone: string
}

const nextOf = (work: MadeWork | null): string | undefined => work?.steps[work.finished]
const isOpen = ({ status }: MadePrint): boolean => status === 1 || status === 2
const openPrints = ({ prints }: MadeCase): MadePrint[] => prints.filter(isOpen)
const newestOpen = (made: MadeCase): MadePrint | undefined => openPrints(made).at(-1)
const isCanceled = ({ form }: MadeCase): boolean => form?.status === 5
const isShipped = ({ status, tracking }: MadePrint): boolean => status === 3 && tracking !== null
const shipDateOf = (made: MadeCase): string | null => newestOpen(made)?.ship_date ?? made.form?.ship_date ?? null

const isActive = (made: MadeCase): boolean =>
  !made.archived &&
  !isCanceled(made) &&
  ((made.form ? made.form.status <= 3 : made.status <= 3) || openPrints(made).length > 0)

/** Corrections of open requests that wait for a tray. */
const waitingCorrections = (made: MadeCase): MadeCorrection[] =>
  openPrints(made).flatMap(({ correction }) => (correction && correction.status < 3 ? [correction] : []))
/** The partner corrects what it made the setup of, the lab the rest. */
const correctorOf = ({ form }: MadeCase): number => (form?.assignment === 3 ? 3 : 1)

/** Who is to work on the case now. */
function actingOn(made: MadeCase): number | null {
  const open = openPrints(made)
  if (made.archived || isCanceled(made) || made.held || open.length > 1) return null
  if (waitingCorrections(made).length > 0) return correctorOf(made)
  if (open.length === 1) return open[0]!.assignment
  return made.status <= 2 ? (made.form?.assignment ?? 1) : null
}

/** The work at hand: a correction that waits, before it the open print, before it the setup. */
const workAtHand = (made: MadeCase): MadeWork | null =>
  waitingCorrections(made)[0]?.work ?? newestOpen(made)?.work ?? made.setup

/** No one has taken the work at hand. */
function isUntaken(made: MadeCase): boolean {
  const work = workAtHand(made)
  return work !== null && work.technician === null
}

const numbers = (value: string): number[] => value.split(',').map(Number)
const signs = (number: string): string => number.replaceAll(/[ -]/g, '').toUpperCase()

/** What a search shows, in its order. */
export function naiveList(cases: readonly MadeCase[], search: PatientSearch, reader: Reader): number[] {
  const { zone, today, partner } = reader
  const lab = partner === null ? 1 : 3
  const on = (key: keyof PatientSearch) => search[key] === '1'
  const within = (at: string | null | undefined, value: string | undefined) => {
    if (value === undefined) return true
    const [from = '', to = ''] = value.split(',')
    if (!at) return false
    const day = at.length === 10 ? at : dayIn(zone, new Date(at))
    return (from === '' || day >= from) && (to === '' || day <= to)
  }
  const archived = on('filter[archived_only]') || on('filter[only_deleted]')
  const asked =
    [
      'search',
      'doctor',
      'patient_status_id',
      'tracking_number',
      'completed_case_between',
      'approved_between',
      'worked_between',
      'shipped_between',
    ].some((name) => search[`filter[${name}]` as keyof PatientSearch] !== undefined) ||
    search['filter[active_request_only]'] === '0' ||
    archived ||
    on('filter[cancelled]') ||
    on('filter[only_on_hold]') ||
    on('filter[asks_doctor_only]')
  const active = search['filter[active_request_only]'] === undefined ? !asked : on('filter[active_request_only]')
  const who = search.requestAssignments ? numbers(search.requestAssignments) : asked || partner !== null ? null : [1]
  const steps = search['filter[request_step]']?.split(',')
  const methods = search['filter[shipping_type_filter]']?.split(',')
  const created = search['filter[created_at_between]']
  const isLate = (made: MadeCase) => actingOn(made) === lab && isActive(made) && made.status !== 3 && !made.held

  /** What holds of one print, whatever kind of work is asked for. */
  const fits = (print: MadePrint) =>
    (search['filter[shipped_between]'] === undefined ||
      (isShipped(print) && within(print.completed_at, search['filter[shipped_between]']))) &&
    (!on('filter[insert_brackets]') || print.brackets) &&
    (search['filter[tracking_number]'] === undefined ||
      (print.tracking !== null && signs(print.tracking) === signs(search['filter[tracking_number]'])))
  const asksPrint =
    search['filter[shipped_between]'] ?? search['filter[tracking_number]'] ?? methods ?? on('filter[insert_brackets]')
  const anyPrint = (made: MadeCase) =>
    !asksPrint ||
    made.prints.some((print) => fits(print) && (!methods || (isOpen(print) && methods.includes(print.method!))))
  const isAt = (work: MadeWork | null) => !steps || steps.includes(nextOf(work)!)

  const causes = search['filter[flaw_cause]']?.split(',')
  const isCausedBy = (correction: MadeCorrection) => !causes || causes.includes(correction.cause!)
  const anyTray = (made: MadeCase) =>
    !causes || made.prints.some(({ correction }) => correction !== null && isCausedBy(correction))
  const [workedBetween, workedSteps] = [search['filter[worked_between]'], search['filter[worked_step]']?.split(',')]
  const workedBy = search['filter[worked_by]']
  const wasWorked = (made: MadeCase) =>
    (workedBetween ?? workedSteps ?? workedBy) === undefined ||
    [made.setup, ...made.prints.flatMap(({ work, correction }) => [work, correction?.work ?? null])].some(
      (work) =>
        work !== null &&
        (workedBy === undefined || work.technician === Number(workedBy)) &&
        within(work.finished_at, workedBetween) &&
        work.steps.some((step, index) => index < work.finished && (!workedSteps || workedSteps.includes(step))),
    )

  const ofWork = (made: MadeCase): boolean => {
    if (!search.requestTypeStatus)
      return (
        (!who ||
          !made.form ||
          who.includes(made.form.assignment) ||
          made.prints.some(({ status, assignment }) => status !== 4 && who.includes(assignment))) &&
        within(made.created_at, created) &&
        (!steps ||
          (made.form !== null && made.form.status <= 3 && isAt(made.setup)) ||
          openPrints(made).some(({ work }) => isAt(work)) ||
          waitingCorrections(made).some(({ work }) => isAt(work))) &&
        anyPrint(made) &&
        anyTray(made)
      )
    return search.requestTypeStatus.split(',').some((pair) => {
      const [kind, state] = pair.split('.')
      const is = (status: number) => state === '0' || status === Number(state)
      if (kind === 'initial_case_setup')
        return (
          made.form !== null &&
          within(made.form.created_at, created) &&
          is(made.form.status) &&
          (!who || who.includes(made.form.assignment)) &&
          isAt(made.setup) &&
          anyPrint(made) &&
          anyTray(made)
        )
      if (kind === 'flawed_tray')
        return (
          (!who || who.includes(correctorOf(made))) &&
          anyPrint(made) &&
          made.prints.some(
            ({ correction, status }) =>
              correction !== null &&
              within(correction.created_at, created) &&
              isCausedBy(correction) &&
              (state === '0' || (is(correction.status) && status !== 4)) &&
              isAt(correction.work),
          )
        )
      const wanted = made.prints.some(
        (print) =>
          fits(print) &&
          within(print.created_at, created) &&
          is(print.status) &&
          (!who || who.includes(print.assignment)) &&
          isAt(print.work) &&
          (!methods || methods.includes(print.method!)),
      )
      return wanted && anyTray(made)
    })
  }

  const words = (text: string | undefined) => text?.toLowerCase().split(' ') ?? []
  const has = (text: string, asking: string | undefined) =>
    words(asking).every((word) => text.toLowerCase().includes(word))
  const patientOf = (made: MadeCase) => `${made.first_name} ${made.last_name}`
  const peopleOf = (made: MadeCase) => `${made.doctor.name} ${made.place.name}`
  const isOneOf = (id: number, ...keys: (keyof PatientSearch)[]) =>
    keys.every((key) => search[key] === undefined || numbers(search[key]).includes(id))
  const products = Number(search['filter[products_list]'] ?? 0)

  const shown = cases.filter(
    (made) =>
      (partner === null || (made.of_partner && made.place.partner === partner)) &&
      made.archived === archived &&
      (on('filter[cancelled]') ? isCanceled(made) : on('filter[with_cancelled]') || !isCanceled(made)) &&
      (!active || isActive(made)) &&
      (on('filter[only_on_hold]')
        ? made.held
        : !active || search['filter[search]'] !== undefined || on('filter[asks_doctor_only]') || !made.held) &&
      (!on('filter[asks_doctor_only]') || (made.held && made.asks)) &&
      has(`${patientOf(made)} ${peopleOf(made)}`, search['filter[search]']) &&
      has(made.doctor.name, search['filter[doctor]']) &&
      has(peopleOf(made), search['filter[doctor_or_organization]']) &&
      isOneOf(made.status, 'filter[patient_status_id]') &&
      (!on('filter[rush_case_only]') || (made.form?.rush ?? false)) &&
      (!on('filter[changes_asked_only]') || made.changes_asked) &&
      (!on('filter[first_round_only]') || made.setup === null || made.round === 1) &&
      (search['filter[assigned_to]'] === undefined ||
        (isLate(made) && workAtHand(made)?.technician === Number(search['filter[assigned_to]']))) &&
      wasWorked(made) &&
      (!on('filter[late_only]') || (isLate(made) && (shipDateOf(made) ?? '9999') < today)) &&
      // No made day is near today, and no arrival is planned; works but setups have been in their state since 2025.
      !on('filter[at_risk_only]') &&
      !on('filter[arriving_only]') &&
      (!on('filter[stuck_only]') || (isLate(made) && openPrints(made).length > 0)) &&
      (!on('filter[unassigned_only]') || (isLate(made) && isUntaken(made))) &&
      (!on('filter[shipping]') ||
        (newestOpen(made)?.assignment === 1 && ['Ship QA', 'Ship'].includes(nextOf(newestOpen(made)!.work)!))) &&
      (!on('filter[without_tray]') || !made.in_tray) &&
      (search['filter[impression_type]'] === undefined ||
        isOneOf(made.form?.impression ?? 0, 'filter[impression_type]')) &&
      ((made.form?.products ?? 0) & products) === products &&
      (search['filter[locations]'] === undefined ||
        (made.form !== null && isOneOf(made.location, 'filter[locations]'))) &&
      isOneOf(made.doctor.id, 'queryUser', 'filter[user_id]') &&
      isOneOf(made.place.id, 'queryOrganization', 'filter[organization_id]', 'chosen_wi_organization_id') &&
      isOneOf(made.place.manager ?? 0, 'filter[customer_service_manager]') &&
      isOneOf(made.place.type ?? 0, 'filter[organization_type]') &&
      within(made.completed_at, search['filter[completed_case_between]']) &&
      within(made.form?.approved_at, search['filter[approved_between]']) &&
      within(shipDateOf(made), search['filter[ship_date_between]']) &&
      ofWork(made),
  )
  // A search: patients before people and practices, of each what is open before what is over.
  const isOver = (made: MadeCase) => made.status === 5 || made.archived || isCanceled(made)
  return sorted(shown, search, (made) =>
    search['filter[search]'] === undefined
      ? 0
      : (has(patientOf(made), search['filter[search]']) ? 1 : 3) + Number(isOver(made)),
  )
}

type Key = string | number | null
const keysOf: Record<string, (made: MadeCase) => Key[]> = {
  ship_date: (made) => [shipDateOf(made), made.created_at],
  created_at: (made) => [made.created_at],
  updated_at: (made) => [made.updated_at],
  setup_completed_at: (made) => [made.setup_completed_at],
  patient_status_id: (made) => [made.status],
}
/** The orders that a scan can tell without a collation. */
export const naiveOrders = Object.keys(keysOf)

function sorted(
  cases: MadeCase[],
  { orderBy = 'ship_date', order = 'asc' }: PatientSearch,
  rank: (made: MadeCase) => number,
) {
  const way = order === 'asc' ? 1 : -1
  const compare = (a: Key, b: Key): number => {
    if (a === b) return 0
    // Empty ones are last both ways.
    if (a === null || b === null) return a === null ? 1 : -1
    return (a < b ? -1 : 1) * way
  }
  return cases
    .toSorted((a, b) => {
      if (rank(a) !== rank(b)) return rank(a) - rank(b)
      const [first, second] = [keysOf[orderBy]!(a), keysOf[orderBy]!(b)]
      for (const [index, key] of first.entries()) {
        const way = compare(key, second[index]!)
        if (way !== 0) return way
      }
      return (a.id - b.id) * way
    })
    .map(({ id }) => id)
}
