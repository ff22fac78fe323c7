/** Where this device is, as an IANA name. Asked anew each time: a traveller's phone changes zones while the app is open. */
export const localTimeZone = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone
