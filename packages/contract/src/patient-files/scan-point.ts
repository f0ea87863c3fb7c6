import { z } from 'zod'

/** How far from the origin of its file a point may lie, in millimeters: larger than any mouth. */
const scanReach = 1000

const coordinate = z.number().min(-scanReach).max(scanReach)

/** A point of a scan in the coordinates of its file, in millimeters. */
export const ScanPoint = z.tuple([coordinate, coordinate, coordinate])
