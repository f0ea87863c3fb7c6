/** The text of `access/refused`. */
export const refusals = {
  page: "You don't have permission to access this page.",
  section: "You don't have permission to access this section.",
  noOrganizations: "The user doesn't have organizations.",
  noneSelected: 'There is no organization selected.',
  setupUnfinished: 'The account setup is not finished yet.',
} as const

/** Thrown by a route's guard: the page shows this text and a link home. */
export class Refusal extends Error {
  constructor(message: string = refusals.page) {
    super(message)
    this.name = 'Refusal'
  }
}
