/** Couriers by the format of their tracking numbers (`requests/courier`), each with its tracking page. */
interface Courier {
  name: string
  form: RegExp
  link: (number: string) => string
}

const couriers: readonly Courier[] = [
  { name: 'UPS', form: /^1Z[0-9A-Z]{16}$/, link: (number) => `https://www.ups.com/track?tracknum=${number}` },
  {
    name: 'USPS',
    form: /^(9[2-5]\d{18,24}|[A-Z]{2}\d{9}US)$/,
    link: (number) => `https://tools.usps.com/go/TrackConfirmAction?tLabels=${number}`,
  },
  {
    name: 'FedEx',
    form: /^(\d{12}|\d{14}|\d{15}|\d{20}|\d{22})$/,
    link: (number) => `https://www.fedex.com/fedextrack/?trknbr=${number}`,
  },
  {
    name: 'DHL',
    form: /^(\d{10}|JD\d{16,18}|[A-Z]{3}\d{7})$/,
    link: (number) => `https://www.dhl.com/en/express/tracking.html?AWB=${number}`,
  },
]

/**
 * What a scanner gun reads from a label, and the number in it: at the post 420 and the ZIP code or ZIP+4 before it, at FedEx
 * 34 digits with the number from the 21st, which FedEx fills up with two zeros.
 */
const ofLabel = [/^420\d{9}(9[2-5]\d{18}(?:\d\d)?)$/, /^420\d{5}(9[2-5]\d{18,24})$/, /^(?=\d{34}$)\d{20}(?:00)?(\d+)$/]

/**
 * The one form of a tracking number (`requests/tracking`): capitals, without spaces and hyphens, and without what a label's
 * bar code holds besides.
 */
export function bareTracking(text: string): string {
  const signs = text.replaceAll(/[\s\p{Pd}\u2212]/gu, '').toUpperCase()
  return ofLabel.map((label) => label.exec(signs)?.[1]).find((number) => number !== undefined) ?? signs
}

/** The courier and link of a tracking number; the shipping method's name without a link where no format matches. */
export function courierOf(trackingNumber: string, methodName: string): { name: string; link: string | null } {
  const number = bareTracking(trackingNumber)
  const courier = couriers.find(({ form }) => form.test(number))
  return courier
    ? { name: courier.name, link: courier.link(encodeURIComponent(number)) }
    : { name: methodName, link: null }
}
