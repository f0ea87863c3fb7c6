import { code128, drawingSVG, qrcode } from 'bwip-js/browser'

/** A machine-readable code as a picture: its address and its size in modules, quiet zones included. */
export interface Code {
  url: string
  width: number
  height: number
}

/** Clear modules around a code, without which scanners do not find it (ISO/IEC 15417: 10, ISO/IEC 18004: 4). */
export const quietZone = { code128: 10, qr: 4 } as const

/** The height of the bars, in modules. */
const barHeight = 26
/** Units of the drawing per module: even numbers keep every edge on a whole unit. */
const moduleUnits = 4
/** The drawing's `height` is in millimeters at 72 units per inch. */
const millimeters = (modules: number) => (modules * 25.4) / 72

/** Code 128 of a case code. */
export const code128Of = (text: string): Code =>
  picture(
    code128(
      {
        bcid: 'code128',
        text,
        scale: moduleUnits,
        height: millimeters(barHeight),
        paddingwidth: quietZone.code128,
        paddingheight: 0,
      },
      drawingSVG(),
    ),
  )

/** QR of a case code; error correction M survives a smudge. A module is two units high at scale 1 here. */
export function qrOf(text: string): Code {
  // A variable, because the library's types do not know the options of single codes.
  const options = { bcid: 'qrcode', text, eclevel: 'M', scale: moduleUnits / 2, padding: quietZone.qr * 2 }
  return picture(qrcode(options, drawingSVG()))
}

/** An image address instead of markup: nothing in it can run in the page. */
function picture(svg: string): Code {
  const size = /viewBox="0 0 (\d+) (\d+)"/.exec(svg)
  if (!size) throw new TypeError('The drawing of a code has no size.')
  const crisp = svg.replace('<svg ', '<svg shape-rendering="crispEdges" ')
  return {
    url: `data:image/svg+xml,${encodeURIComponent(crisp)}`,
    width: Number(size[1]) / moduleUnits,
    height: Number(size[2]) / moduleUnits,
  }
}
