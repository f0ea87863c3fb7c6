/** Devices on which one person is notified. */
export const mostDevices = 10

/** Characters of a device's name. */
export const deviceNameLimit = 60
