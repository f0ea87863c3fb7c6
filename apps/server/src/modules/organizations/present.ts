import { dayIn } from '@archwire/contract/core/dates.ts'
import type { Output } from '@archwire/contract/core/route.ts'
import type { organizations } from '@archwire/contract/organizations/routes.ts'
import { rxFormFields } from '@archwire/contract/rx-forms/fields.ts'
import { assignment } from '@archwire/contract/rx-forms/options.ts'
import type { Config } from '../../config.ts'
import type { Actor } from '../../kernel/actor.ts'
import { methodsFor } from '../calendar/index.ts'
import { selectsDoctorHere, type Practice } from './practice.ts'

const plain = ({ options }: { options: readonly { id: number; label: string }[] }) =>
  options.map(({ id, label }) => ({ id, label }))

/** What someone who starts a case needs of a practice. The preferences themselves are fixed until practices may edit them. */
export function presentPreference(
  actor: Actor,
  practice: Practice,
  config: Pick<Config, 'labZone' | 'productionDays'>,
): Output<typeof organizations.rxFormPreference> {
  const { partner } = practice
  const usual = practice.locations[0]
  const isPartner = actor.role === 'lab_partner'
  const { thirdParty } = assignment
  const assignments = plain(rxFormFields.submission_completed_by)
    .filter(({ id }) => (id === thirdParty ? isPartner || partner : !isPartner))
    .map((option) => (option.id === thirdParty && partner ? { ...option, label: partner.name } : option))
  return {
    data: {
      options: {
        jaws: plain(rxFormFields.jaws_id),
        impression_types: plain(rxFormFields.impression_type),
        products: plain(rxFormFields.products_list),
        addon_options: plain(rxFormFields.addon_options),
        arch_modes: plain(rxFormFields.arch_mode),
        export_types: plain(rxFormFields.export_type),
        scan_submissions: plain(rxFormFields.scan_submission_type),
        scanners: plain(rxFormFields.scanner_type),
        assignments,
      },
      defaults: {
        jaws_id: rxFormFields.jaws_id.usual,
        submission_completed_by: isPartner ? thirdParty : rxFormFields.submission_completed_by.usual,
        shipping_method: usual && usual.country !== 'USA' ? 'international' : 'standard',
        default_doctor_id: practice.doctor_ids.includes(actor.userId)
          ? actor.userId
          : practice.doctor_ids.length === 1
            ? practice.doctor_ids[0]!
            : null,
        location_id: usual?.id ?? null,
      },
    },
    metadata: {
      third_party_partner: partner,
      organization: { id: practice.id, name: practice.name, account_number: practice.account_number },
      rush_case_enabled: practice.rush_case_enabled,
      rush_case_fee: 0,
      blocked: practice.blocked,
      startup_fee_paid: practice.startup_fee_paid,
      production_days: config.productionDays,
      today: dayIn(config.labZone, actor.now),
      may_select_doctor: selectsDoctorHere(actor, practice),
    },
    shipping_methods: methodsFor({
      country: usual?.country ?? null,
      assignment: undefined,
      at: actor.now,
      zone: config.labZone,
    }),
  }
}
