import { z } from 'zod'
import { IdParams } from '../core/fields.ts'
import { get, put } from '../core/route.ts'
import { RxFormPreference } from '../organizations/schema.ts'
import { changesAnyOrganization, changesDefaults, startsCases } from '../required-permissions.ts'
import {
  InitialSetupConfiguration,
  InitialSetupEdit,
  PrintRequestConfiguration,
  PrintRequestEdit,
  RxFormPreferenceEdit,
} from './schema.ts'

const shows = ['organization@params.id'] as const
const changes = ['organization'] as const
const rules = ['rx-form/preferences', 'rx-form/who-prefers'] as const
const answer = <T extends z.ZodType>(data: T) => z.strictObject({ data, message: z.string() })

/** What a practice usually chooses, in three parts (`rx-form/preferences`). Its form begins with them. */
export const practiceDefaults = {
  updateRxForm: put('/organizations/{id}/rx_form_preference', {
    changes,
    summary: 'Change the form defaults of a practice',
    rules,
    needs: changesDefaults,
    params: IdParams,
    fieldPermissions: { rush_case_enabled: changesAnyOrganization },
    body: RxFormPreferenceEdit,
    returns: RxFormPreference.extend({ message: z.string() }),
    example: { body: { jaws_id: 1 } },
  }),
  initialSetup: get('/organizations/{id}/initial_setup_configuration', {
    shows,
    summary: 'Who may make the setups of a practice',
    rules,
    needs: startsCases,
    params: IdParams,
    returns: z.strictObject({ data: InitialSetupConfiguration }),
  }),
  updateInitialSetup: put('/organizations/{id}/initial_setup_configuration', {
    changes,
    summary: 'Change who may make the setups of a practice',
    rules,
    needs: changesDefaults,
    params: IdParams,
    body: InitialSetupEdit,
    returns: answer(InitialSetupConfiguration),
    example: { body: { allowed_assignments: [1, 2], submission_completed_by: 1 } },
  }),
  printRequest: get('/organizations/{id}/print_request_configuration', {
    shows,
    summary: 'Who may print for a practice, and where prints usually ship',
    rules,
    needs: startsCases,
    params: IdParams,
    returns: z.strictObject({ data: PrintRequestConfiguration }),
  }),
  updatePrintRequest: put('/organizations/{id}/print_request_configuration', {
    changes,
    summary: 'Change who may print for a practice, and where prints usually ship',
    rules,
    needs: changesDefaults,
    params: IdParams,
    body: PrintRequestEdit,
    returns: answer(PrintRequestConfiguration),
    example: {
      body: {
        allowed_print_assignments: [1, 2],
        print_assignment: 1,
        allowed_insert_brackets_assignments: [1, 2],
        insert_brackets_assignment: 1,
        shipping_method: 'standard',
      },
    },
  }),
}
