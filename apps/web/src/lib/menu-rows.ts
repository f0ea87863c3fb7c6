/**
 * The rows of the sidebar from top to bottom, for everyone (`screens/menu`). A page names its row, or the row whose More menu
 * shows it: `menu: { row: 'requests' }`, `menu: { more: 'organizations-users' }`.
 */
export const menuRows = [
  'dashboard',
  'today',
  'my-work',
  'patients',
  'cases',
  'trays',
  'requests',
  'ships-today',
  'organizations-users',
  'promotion-codes',
  'start-case',
  'locations',
  'organizations',
  'account',
  'reports',
  'settings',
] as const
export type MenuRow = (typeof menuRows)[number]
