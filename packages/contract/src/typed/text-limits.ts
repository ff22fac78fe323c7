/**
 * How many signs people may write, as they see them (signs.ts). Without schemas, so that fields and the server share them; one by
 * one instead of in a table, so that the app's bundle has only those that it uses.
 */

export const prompt = 4_000
/** A reply to an answer, kept in the browser. */
export const reply = 1_000
export const feedback = 150
export const supportName = 80
export const supportConcern = 120
export const supportDetails = 1_000
export const missionNote = 200
export const firstName = 40
export const certificateName = 80
export const withdrawalName = 100
export const passkeyName = 60
export const teamName = 80
export const groupName = 60
export const addressLine = 100
export const apiKeyName = 80
export const deskReason = 300
export const deskAnswer = 4_000
export const staffName = 80
export const staffPasskey = 60
export const giftNote = 100
/** Two thousand people with a name and a group. */
export const invitationList = 250_000
