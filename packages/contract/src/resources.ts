import type { Api } from './index.ts'

interface Resource {
  /** What people call it. */
  title: string
  /** A sentence for the API reference. */
  says: string
}

/** The resources of the API in the words of the field: chapters of the reference. A new one begins with its line here. */
export const resources: Record<keyof Api, Resource> = {
  auth: { title: 'Session', says: 'Sign in, sign out, and who is signed in with which permissions.' },
  accounts: {
    title: 'Accounts',
    says: 'Sign-up, verification, forgotten passwords, invitations and one’s own profile.',
  },
  patients: {
    title: 'Cases',
    says: 'A patient’s case from its submission to its completion: lists, notes, decisions.',
  },
  rxForms: {
    title: 'Rx forms',
    says: 'The prescription that begins a case, its draft and the uploads that go with it.',
  },
  patientFiles: { title: 'Files', says: 'Scans, photos and reports of a case: upload, registration, download.' },
  techWorkflows: { title: 'Work steps', says: 'The lab’s steps on a case: who did what, when, and how long it took.' },
  customerRequests: {
    title: 'Requests',
    says: 'What a practice asked for after the setup: completion, cancellation, labels.',
  },
  printingRequests: {
    title: 'Prints',
    says: 'Printed models and trays: what is printed, who prints it, where it ships.',
  },
  viewer: { title: 'Scenes', says: 'What the 3D viewer shows: the meshes of a case, with links that soon expire.' },
  shareLinks: {
    title: 'Share links',
    says: 'Links that show one scene without a name to somebody without an account.',
  },
  pins: {
    title: 'Comments on scans',
    says: 'Comments that stand at a point of a scan until somebody marks them done.',
  },
  measurements: {
    title: 'Measurements',
    says: 'Distances, angles, arch widths and tooth sizes that were taken on scans.',
  },
  shipping: {
    title: 'Shipping and business days',
    says: 'How a print can travel, when it would arrive, and on which days the lab works.',
  },
  organizations: { title: 'Organizations', says: 'Practices and partner labs: their people and preferences.' },
  locations: { title: 'Locations', says: 'Where organizations work and receive what the lab sends.' },
  users: { title: 'People', says: 'Everybody with an account, as the lab finds them.' },
  promotionCodes: { title: 'Promotion codes', says: 'Codes that take something off the start-up or monthly fee.' },
  dashboard: { title: 'Dashboard', says: 'Counts, gauges and plots over a range of days.' },
  settings: { title: 'Settings and announcements', says: 'What holds for the whole lab, and what it tells everybody.' },
  notifications: { title: 'Notifications', says: 'What the bell shows.' },
  realtime: { title: 'Event stream', says: 'What changed, as it happens: ids of records, never their contents.' },
  mailbox: { title: 'Mailbox', says: 'Mails that the portal sent. In development only.' },
}
