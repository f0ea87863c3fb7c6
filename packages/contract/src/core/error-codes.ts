/** Codes that carry more meaning than the HTTP status. */
export const errorCodes = {
  emailNotVerified: 2200,
  botCheckNeeded: 2201,
  passwordNeeded: 2202,
  /** The session belongs to another person than the page that called. */
  otherPerson: 2203,
  /** Another page changed the draft, or threw it away. */
  draftOvertaken: 2204,
  /** The draft is a case by now. */
  draftSubmitted: 2205,
  /** Another price list holds by now than the one that the page showed. */
  pricesChanged: 2206,
  /** What was written stays; what it was to do besides could not be done. */
  onlyKept: 2207,
  /** The payment provider refused the charge; the message is its own. */
  paymentDeclined: 2208,
} as const
