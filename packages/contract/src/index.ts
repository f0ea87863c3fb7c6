import { accounts } from './accounts/routes.ts'
import { auth } from './auth/routes.ts'
import { dashboard } from './dashboard/routes.ts'
import { locations } from './locations/routes.ts'
import { mailbox } from './mailbox/routes.ts'
import { notifications } from './notifications/routes.ts'
import { measurements } from './measurements/routes.ts'
import { organizations } from './organizations/routes.ts'
import { patientFiles } from './patient-files/routes.ts'
import { patients } from './patients/routes.ts'
import { pins } from './pins/routes.ts'
import { promotionCodes } from './promotion-codes/routes.ts'
import { realtime } from './realtime.ts'
import { settings } from './settings/routes.ts'
import { customerRequests, printingRequests } from './requests/routes.ts'
import { rxForms } from './rx-forms/routes.ts'
import { shareLinks } from './share-links/routes.ts'
import { shipping } from './shipping/routes.ts'
import { techWorkflows } from './tech-workflows/routes.ts'
import { users } from './users/routes.ts'
import { viewer } from './viewer/routes.ts'

/** The whole API as one object: the table of contents of the product. */
export const api = {
  auth,
  accounts,
  patients,
  rxForms,
  patientFiles,
  techWorkflows,
  customerRequests,
  printingRequests,
  viewer,
  shareLinks,
  pins,
  measurements,
  shipping,
  organizations,
  locations,
  users,
  promotionCodes,
  dashboard,
  settings,
  notifications,
  realtime,
  mailbox,
}
export type Api = typeof api
