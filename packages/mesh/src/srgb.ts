/** The share of full light, 0 to 1, that each byte of an sRGB color stands for (IEC 61966-2-1). */
export const SRGB_LIGHT: Readonly<Float32Array> = Float32Array.from({ length: 256 }, (_, byte) => {
  const value = byte / 255
  return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4
})

/** The byte of an sRGB color for a share of full light, 0 to 1. */
export function srgbByte(light: number): number {
  const value = light <= 0.0031308 ? light * 12.92 : 1.055 * light ** (1 / 2.4) - 0.055
  return Math.round(Math.min(1, Math.max(0, value)) * 255)
}
