/** Bounds of a case's conversation. Free of schemas: the browser imports them. */
export const longestMessage = 4_000
/** Photos that one message may show. */
export const mostPhotos = 10
/** Messages of a case: more than any case needs, and few enough to count. */
export const mostMessages = 5_000
/** Messages that one person may write about cases of one practice within 24 hours. */
export const mostMessagesADay = 500
/** Days after they shipped within which trays of the lab are reported as not fitting. */
export const misfitDays = 90
