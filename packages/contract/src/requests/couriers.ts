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
    form: /^(\d{12}|\d{15}|\d{20}|\d{22})$/,
    link: (number) => `https://www.fedex.com/fedextrack/?trknbr=${number}`,
  },
  {
    name: 'DHL',
    form: /^(\d{10}|JD\d{16,18}|[A-Z]{3}\d{7})$/,
    link: (number) => `https://www.dhl.com/en/express/tracking.html?AWB=${number}`,
  },
]

/** The one form of a tracking number (`requests/tracking`): capitals, without spaces and hyphens. */
export const bareTracking = (text: string): string => text.replaceAll(/[\s\p{Pd}\u2212]/gu, '').toUpperCase()

/** The courier and link of a tracking number; the shipping method's name without a link where no format matches. */
export function courierOf(trackingNumber: string, methodName: string): { name: string; link: string | null } {
  const number = bareTracking(trackingNumber)
  const courier = couriers.find(({ form }) => form.test(number))
  return courier
    ? { name: courier.name, link: courier.link(encodeURIComponent(number)) }
    : { name: methodName, link: null }
}
