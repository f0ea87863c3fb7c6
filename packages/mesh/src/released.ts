type Numbers = Float32Array | Int32Array | Uint32Array | Uint16Array | Uint8Array

/**
 * Gives the memory of numbers back at once, which no one may read after this. Left to the engine it goes when the engine
 * finds the time, and of two hundred megabytes both copies count until then.
 */
export function release(numbers: Numbers): void {
  const { buffer } = numbers
  // Browsers of before 2024 cannot, and find the time.
  if (buffer instanceof ArrayBuffer && 'transfer' in buffer) buffer.transfer(0)
}

/** A longer copy of numbers; these are released. */
export function grown<T extends Float32Array | Int32Array | Uint32Array | Uint16Array>(numbers: T, length: number): T {
  // Copied as bytes: a float copy may change the bits of unusual values.
  const larger = new ArrayBuffer(length * numbers.BYTES_PER_ELEMENT)
  new Uint8Array(larger).set(new Uint8Array(numbers.buffer, numbers.byteOffset, numbers.byteLength))
  release(numbers)
  return new (numbers.constructor as new (buffer: ArrayBuffer) => T)(larger)
}
