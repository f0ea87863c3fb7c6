import { toDollars } from '@archwire/contract/core/money.ts'
import type { Output } from '@archwire/contract/core/route.ts'
import type { BracketLibrary } from '@archwire/contract/bracket-libraries/schema.ts'
import type { organizations } from '@archwire/contract/organizations/routes.ts'
import type { practiceDefaults } from '@archwire/contract/practice-defaults/routes.ts'
import { rxFormFields } from '@archwire/contract/rx-forms/fields.ts'
import { assignment, assignments } from '@archwire/contract/rx-forms/options.ts'
import type { AssignedWork } from '@archwire/contract/rx-forms/preferences.ts'
import type { Config } from '../../config.ts'
import type { Actor } from '../../kernel/actor.ts'
import { methodsFor } from '../calendar/index.ts'
import { selectsDoctorHere, todayAt, type Practice } from '../organizations/index.ts'
import { may } from './policy.ts'
import { allowedAt, usualAt, usualPlace } from './usual.ts'

const plain = ({ options }: { options: readonly { id: number; label: string }[] }) =>
  options.map(({ id, label }) => ({ id, label }))

/** The assignments that a part of the work offers here; the partner under its name. */
function offered(work: AssignedWork, actor: Actor, practice: Practice) {
  const { partner } = practice
  const allowed = allowedAt(practice, actor)[work]
  const { ownLab, thirdParty } = assignment
  const named = assignments.map(({ id, label }) => ({ id, label: id === thirdParty && partner ? partner.name : label }))
  const some = named.filter(({ id }) => allowed.includes(id) && (id !== thirdParty || partner !== null))
  return some.length > 0 ? some : named.filter(({ id }) => id === ownLab)
}

/** The libraries that this person may name: anyone who submits as themselves only those of their own. */
const librariesOf = (actor: Actor, practice: Practice): BracketLibrary[] =>
  practice.bracket_libraries.filter(
    ({ member_ids }) =>
      selectsDoctorHere(actor, practice) || member_ids.length === 0 || member_ids.includes(actor.userId),
  )

/** A preferred place, where this person may choose it; else null. */
const isThere = ({ locations }: Practice, id: number | null) => locations.find((place) => place.id === id)?.id ?? null

/** What someone who starts a case needs of a practice. */
export function presentPreference(
  actor: Actor,
  practice: Practice,
  config: Pick<Config, 'labZone' | 'productionDays'>,
): Output<typeof organizations.rxFormPreference> {
  const { partner, preferences } = practice
  const place = usualPlace(practice)
  const preferredDoctor = preferences.default_doctor_id
  return {
    data: {
      version: preferences.version,
      options: {
        jaws: plain(rxFormFields.jaws_id),
        impression_types: plain(rxFormFields.impression_type),
        products: plain(rxFormFields.products_list),
        addon_options: plain(rxFormFields.addon_options),
        arch_modes: plain(rxFormFields.arch_mode),
        export_types: plain(rxFormFields.export_type),
        scan_submissions: plain(rxFormFields.scan_submission_type),
        scanners: plain(rxFormFields.scanner_type),
        assignments: offered('submission_completed_by', actor, practice),
        print_assignments: offered('print_assignment', actor, practice),
        insert_brackets_assignments: offered('insert_brackets_assignment', actor, practice),
      },
      defaults: {
        ...usualAt(practice, actor),
        default_doctor_id:
          preferredDoctor !== null && practice.doctor_ids.includes(preferredDoctor) ? preferredDoctor : null,
        location_id: place?.id ?? null,
        tooth_numbering: practice.tooth_numbering,
      },
      preferred_location_id: isThere(practice, preferences.location_id),
      bracket_libraries: librariesOf(actor, practice),
    },
    metadata: {
      third_party_partner: partner,
      organization: { id: practice.id, name: practice.name, account_number: practice.account_number },
      rush_case_enabled: practice.rush_case_enabled,
      rush_case_fee: toDollars(practice.prices.rx_forms.misc.rx_form.rush_case),
      blocked: practice.blocked,
      startup_fee_paid: practice.startup_fee_paid,
      production_days: config.productionDays,
      today: todayAt(practice, place?.id ?? null, actor.now),
      time_zone: practice.time_zone,
      lab_time_zone: config.labZone,
      may_select_doctor: selectsDoctorHere(actor, practice),
      may_change: may.change(actor, practice),
      may_change_rush: may.change_rush(actor),
    },
    shipping_methods: methodsFor({
      country: place?.country ?? null,
      assignment: undefined,
      at: actor.now,
      zone: config.labZone,
    }),
  }
}

type Initial = Output<typeof practiceDefaults.initialSetup>['data']
type Print = Output<typeof practiceDefaults.printRequest>['data']

/** Who may make the setups, as it is stored: what is offered besides depends on the partner. */
export const presentInitialSetup = ({ preferences }: Practice): Initial => ({
  version: preferences.version,
  allowed_assignments: [...preferences.allowed_assignments],
  submission_completed_by: preferences.submission_completed_by,
})

/** Who may print, where and how it usually ships, as it is stored; a place that no longer exists is none. */
export const presentPrintRequest = (practice: Practice): Print => ({
  version: practice.preferences.version,
  allowed_print_assignments: [...practice.preferences.allowed_print_assignments],
  print_assignment: practice.preferences.print_assignment,
  allowed_insert_brackets_assignments: [...practice.preferences.allowed_insert_brackets_assignments],
  insert_brackets_assignment: practice.preferences.insert_brackets_assignment,
  shipping_location_id: isThere(practice, practice.preferences.shipping_location_id),
  shipping_method: practice.preferences.shipping_method,
})
