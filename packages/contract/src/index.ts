import { accountSetup } from './account-setup/routes.ts'
import { accounts } from './accounts/routes.ts'
import { auth } from './auth/routes.ts'
import { dashboard } from './dashboard/routes.ts'
import { figures } from './figures/routes.ts'
import { flawedTrays } from './flawed-trays/routes.ts'
import { locations } from './locations/routes.ts'
import { mailbox } from './mailbox/routes.ts'
import { notificationSettings } from './notification-settings/routes.ts'
import { notifications } from './notifications/routes.ts'
import { billingAddress } from './billing-address/routes.ts'
import { bites } from './bites/routes.ts'
import { caseListViews } from './case-list-views/routes.ts'
import { caseTrays } from './case-trays/routes.ts'
import { contacts } from './contacts/routes.ts'
import { contracts, orderPayments } from './contracts/routes.ts'
import { conversations } from './conversations/routes.ts'
import { bracketLibraries } from './bracket-libraries/routes.ts'
import { members } from './members/routes.ts'
import { myWork } from './my-work/routes.ts'
import { credits } from './credits/routes.ts'
import { devices, licenses } from './licenses/routes.ts'
import { measurements } from './measurements/routes.ts'
import { caseCharges, orders, products, surveyQuestions } from './billing/routes.ts'
import { onboardings } from './onboardings/routes.ts'
import { openLinks } from './open-links/routes.ts'
import { organizations } from './organizations/routes.ts'
import { paymentDifferences } from './payment-differences/routes.ts'
import { payments } from './payments/routes.ts'
import { palette } from './palette/routes.ts'
import { patientFiles } from './patient-files/routes.ts'
import { patients } from './patients/routes.ts'
import { periodicRules } from './periodic-rules/routes.ts'
import { pins } from './pins/routes.ts'
import { practiceDefaults } from './practice-defaults/routes.ts'
import { pricing } from './pricing/routes.ts'
import { push } from './push/routes.ts'
import { promotionCodes } from './promotion-codes/routes.ts'
import { realtime } from './realtime.ts'
import { reports } from './reports/routes.ts'
import { search } from './search/routes.ts'
import { settings } from './settings/routes.ts'
import { printingRequestItems } from './requests/item-routes.ts'
import { customerRequests, printingRequests } from './requests/routes.ts'
import { rxForms } from './rx-forms/routes.ts'
import { shareLinks } from './share-links/routes.ts'
import { shipping } from './shipping/routes.ts'
import { sync } from './sync/routes.ts'
import { today } from './today/routes.ts'
import { techWorkflows } from './tech-workflows/routes.ts'
import { users } from './users/routes.ts'
import { viewer } from './viewer/routes.ts'

/** @param title the name for people @param says a sentence for the API reference */
const resource = <Routes>(routes: Routes, title: string, description: string) => ({ routes, title, description })

/** The product's table of contents: its resources in the terms of the field, each with its calls. */
export const resources = {
  auth: resource(auth, 'Session', 'Sign in, sign out, and the signed-in person’s permissions.'),
  accounts: resource(
    accounts,
    'Accounts',
    'Sign-up, verification, forgotten passwords, invitations and one’s own profile.',
  ),
  patients: resource(
    patients,
    'Cases',
    'A patient’s case from its submission to its completion: lists, notes, decisions.',
  ),
  sync: resource(sync, 'Changes', 'What changed lately, so that open lists stay true without being fetched again.'),
  caseListViews: resource(caseListViews, 'Saved views', 'A person’s own views of the lab’s list of cases.'),
  caseTrays: resource(caseTrays, 'Trays of 8', 'Cases that the lab prints and ships together.'),
  conversations: resource(conversations, 'Conversations', 'What practice and lab write to each other about a case.'),
  rxForms: resource(rxForms, 'Rx forms', 'The prescription that starts a case, its draft and its uploads.'),
  practiceDefaults: resource(
    practiceDefaults,
    'Practice defaults',
    'The defaults of a practice’s forms, and who may make its setups and prints.',
  ),
  bracketLibraries: resource(bracketLibraries, 'Bracket libraries', 'The brackets that a practice bonds.'),
  contacts: resource(contacts, 'Contacts', 'The people whom the lab calls or writes to at a practice.'),
  billingAddress: resource(billingAddress, 'Billing address', 'Where the invoices of a practice go.'),
  patientFiles: resource(patientFiles, 'Files', 'Scans, photos and reports of a case: upload, registration, download.'),
  today: resource(today, 'Today', 'What waits for a person, and the mail about it on Mondays.'),
  myWork: resource(myWork, 'My work', 'Setups and prints that a technician has, or can take.'),
  techWorkflows: resource(
    techWorkflows,
    'Work steps',
    'The lab’s steps on a case: who did what, when, and how long it took.',
  ),
  customerRequests: resource(
    customerRequests,
    'Requests',
    'What a practice requested after the setup: completion, cancellation, labels.',
  ),
  printingRequests: resource(
    printingRequests,
    'Prints',
    'Printed models and trays: what is printed, who prints it, where it ships.',
  ),
  printingRequestItems: resource(
    printingRequestItems,
    'Print items',
    'The arches of a print and what is made of each.',
  ),
  flawedTrays: resource(
    flawedTrays,
    'Flawed trays',
    'Corrections of trays: which arch does not fit, why, and the file that replaces it.',
  ),
  viewer: resource(viewer, 'Scenes', 'What the 3D viewer shows: the meshes of a case, with links that soon expire.'),
  shareLinks: resource(
    shareLinks,
    'Share links',
    'Links that show one scene, without any name, to someone without an account.',
  ),
  pins: resource(pins, 'Comments on scans', 'Comments pinned to a point of a scan until someone marks them done.'),
  measurements: resource(
    measurements,
    'Measurements',
    'Distances, angles, arch widths and tooth sizes that were taken on scans.',
  ),
  bites: resource(bites, 'Bites', 'How people placed the arches of a case, version by version.'),
  shipping: resource(
    shipping,
    'Shipping and business days',
    'Shipping methods, arrival dates, and the days on which the lab works.',
  ),
  openLinks: resource(
    openLinks,
    'Links to pages',
    'Links by number alone that programs make; they lead to a page of the portal.',
  ),
  organizations: resource(organizations, 'Organizations', 'Practices and partner labs: their people and preferences.'),
  pricing: resource(pricing, 'Prices', 'What the lab charges, as far as the caller reads it.'),
  locations: resource(locations, 'Locations', 'Where organizations work and receive what the lab sends.'),
  users: resource(users, 'People', 'Everyone with an account, for the lab.'),
  members: resource(
    members,
    'Members',
    'Who belongs to an organization: invitations, roles, and cases that go to another doctor.',
  ),
  reports: resource(reports, 'Reports', 'Files of cases, steps, corrections and shipments, made in the background.'),
  promotionCodes: resource(
    promotionCodes,
    'Promotion codes',
    'Codes that take something off the start-up or monthly fee.',
  ),
  accountSetup: resource(accountSetup, 'Account setup', 'What the owner of a new practice enters and pays.'),
  payments: resource(payments, 'Payments', 'Payment methods of practices; what the payment provider reports.'),
  orders: resource(orders, 'Orders', 'Invoices and receipts of practices.'),
  orderPayments: resource(orderPayments, 'Payments of orders', 'Invoices that a person pays or settles.'),
  contracts: resource(contracts, 'Subscriptions', 'The contracts of practices: closing, charging, suspending.'),
  credits: resource(credits, 'Credits', 'What the lab credits practices, and which invoices used it.'),
  licenses: resource(licenses, 'Licenses', 'Who may use the desktop application: types and seats.'),
  devices: resource(devices, 'Devices', 'Computers on which the desktop application signed in.'),
  onboardings: resource(onboardings, 'Onboardings', 'The first weeks of practices, step by step.'),
  periodicRules: resource(
    periodicRules,
    'Periodic rules',
    'Charges and discounts that come with every monthly invoice of a practice.',
  ),
  caseCharges: resource(caseCharges, 'Costs of cases', 'What a case costs, and on which invoice it stands.'),
  paymentDifferences: resource(
    paymentDifferences,
    'Payments to review',
    'What portal and payment provider say differently, until a person closes it.',
  ),
  products: resource(products, 'Products', 'What the lab sells once or by the month.'),
  surveyQuestions: resource(surveyQuestions, 'Survey questions', 'What a new practice is asked.'),
  dashboard: resource(dashboard, 'Dashboard', 'Counts, gauges and plots over a range of days.'),
  figures: resource(figures, 'Figures', 'The reports of a practice and of the lab over a range of days.'),
  search: resource(search, 'Search', 'Where the global search of organizations, people and locations asks.'),
  palette: resource(palette, 'Palette', 'One search over all records that a person may read.'),
  settings: resource(settings, 'Settings and announcements', 'Settings of the whole lab, and its announcements.'),
  notifications: resource(notifications, 'Notifications', 'What the bell shows.'),
  notificationSettings: resource(
    notificationSettings,
    'Notification settings',
    'Which kinds of notices a practice gets, and who else gets their emails.',
  ),
  push: resource(
    push,
    'Notices in browsers',
    'The browsers that show a person’s notifications, and their silent hours.',
  ),
  realtime: resource(realtime, 'Event stream', 'What changed, as it happens: ids of records, never their contents.'),
  mailbox: resource(mailbox, 'Mailbox', 'Mails that the portal sent. In development only.'),
}
export type Resources = typeof resources

/** The whole API as one object. */
export const api = Object.fromEntries(Object.entries(resources).map(([name, { routes }]) => [name, routes])) as {
  [Name in keyof Resources]: Resources[Name]['routes']
}
export type Api = typeof api
