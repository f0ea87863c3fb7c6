/** The place of the tab Organization in the address of the account page. */
export const organizationTab = '6'
