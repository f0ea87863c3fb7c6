import { dayIn } from '@archwire/contract/core/dates.ts'
import type { Output } from '@archwire/contract/core/route.ts'
import type { organizations } from '@archwire/contract/organizations/routes.ts'
import {
  addOns,
  archModes,
  assignment,
  assignments,
  exportTypes,
  impressionTypes,
  jaws,
  products,
  scanners,
  scanSubmissions,
} from '@archwire/contract/rx-forms/options.ts'
import type { Config } from '../../config.ts'
import { holds, type Actor } from '../../kernel/actor.ts'
import { methodsFor } from '../calendar/index.ts'
import type { Practice } from './practice.ts'

const plain = (options: readonly { id: number; label: string }[]) => options.map(({ id, label }) => ({ id, label }))

/** What someone who starts a case needs of a practice. The preferences themselves are fixed until practices may edit them. */
export function presentPreference(
  actor: Actor,
  practice: Practice,
  config: Pick<Config, 'labZone' | 'productionDays'>,
): Output<typeof organizations.rxFormPreference> {
  const { partner } = practice
  const usual = practice.locations[0]
  const offered =
    actor.role === 'lab_partner'
      ? assignments.filter(({ id }) => id === assignment.thirdParty)
      : assignments.filter(({ id }) => id !== 3 || partner)
  return {
    data: {
      options: {
        jaws: plain(jaws),
        impression_types: plain(impressionTypes),
        products: plain(products),
        addon_options: plain(addOns),
        arch_modes: plain(archModes),
        export_types: plain(exportTypes),
        scan_submissions: plain(scanSubmissions),
        scanners: plain(scanners),
        assignments: plain(offered).map((option) =>
          option.id === assignment.thirdParty && partner ? { ...option, label: partner.name } : option,
        ),
      },
      defaults: {
        jaws_id: 3,
        submission_completed_by: actor.role === 'lab_partner' ? 3 : 1,
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
      may_select_doctor: holds(
        actor,
        ['rx-forms.select-doctor', 'rx-forms.manage', 'organization.rx-forms.select-doctor'],
        practice.id,
      ),
    },
    shipping_methods: methodsFor({
      country: usual?.country ?? null,
      assignment: undefined,
      at: actor.now,
      zone: config.labZone,
    }),
  }
}
